// Plain JavaScript, because ensure.mjs needs it before anything is installed.
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** Milliseconds between two looks at a lock that another process holds. */
const interval = 100

/**
 * Runs `work` while no other process runs its own under the same lock folder. The lock of a process
 * that died is taken over.
 */
export async function withLock(folder, work) {
  await acquire(folder)
  try {
    return await work()
  } finally {
    // Under another name first: an empty folder could be taken by another process while it is being removed.
    const left = `${folder}.${randomUUID()}`
    if (moved(folder, left)) rmSync(left, { recursive: true, force: true })
  }
}

async function acquire(folder) {
  mkdirSync(dirname(folder), { recursive: true })
  // Filled first and then renamed into place: nobody ever sees a lock without its owner, and a
  // rename onto a folder that has something in it fails, which makes it the test as well.
  const draft = `${folder}.${randomUUID()}`
  mkdirSync(draft)
  // The time tells this lock from a later one of the same process id.
  writeFileSync(join(draft, 'owner'), `${process.pid}.${Date.now()}`)
  let told = false
  while (!moved(draft, folder)) {
    const owner = ownerOf(folder)
    if (owner && !isAlive(Number.parseInt(owner, 10))) bury(folder, owner)
    else if (owner && !told) {
      told = true
      console.error(`Waiting for process ${owner}; if that is no install, delete ${folder} …`)
    }
    await wait(interval)
  }
}

/**
 * Moves a dead owner's lock away, under a name that only one process can give it: a second one that
 * saw the same dead owner fails here, instead of moving the first one's new lock.
 */
function bury(folder, owner) {
  const grave = `${folder}.dead-${owner}`
  if (moved(folder, grave)) setTimeout(() => rmSync(grave, { recursive: true, force: true }), 1_000)
}

function moved(from, to) {
  try {
    renameSync(from, to)
    return true
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST', 'EPERM', 'ENOENT'].includes(error.code)) return false
    throw error
  }
}

function ownerOf(folder) {
  try {
    return readFileSync(join(folder, 'owner'), 'utf8')
  } catch (error) {
    // Given back since.
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

function isAlive(pid) {
  try {
    // Signal 0 asks only whether there is such a process.
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
