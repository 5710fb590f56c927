import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openStore } from '../../../src/service/app/store.ts'
import { isDataDirInUse, lockDataDir } from '../../../src/service/db/data-lock.ts'
import { temporaryFolder } from '../../support/service.ts'
import { until } from '../../support/wait.ts'

const lockModule = fileURLToPath(new URL('../../../src/service/db/data-lock.ts', import.meta.url))
/** Locks the folder of its first argument, says so, and keeps it until it is killed. */
const holder = `
  const { lockDataDir } = await import(${JSON.stringify(lockModule)})
  try {
    lockDataDir(process.argv[1])
    console.log('held')
    setInterval(() => undefined, 1000)
  } catch (error) { console.log(error.message) }`

/** What runs a program in a PID namespace of its own, as a container does: there it is process 1. */
const container = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child']

function canUnshare(): boolean {
  try {
    execFileSync('unshare', [...container.slice(1), 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

let folder: Awaited<ReturnType<typeof temporaryFolder>>
before(async () => {
  folder = await temporaryFolder()
})
after(async () => {
  // A test that fails must not leave one behind.
  for (const child of started) child.kill('SIGKILL')
  await folder.remove()
})

const started: ChildProcess[] = []

function start(): ChildProcess {
  const program = [process.execPath, '--input-type=module', '-e', holder, folder.path]
  const [command = '', ...args] = [...container, ...program]
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  started.push(child)
  return child
}

async function say(child: ChildProcess): Promise<string> {
  const [chunk] = await once(child.stdout as NodeJS.ReadableStream, 'data')
  return String(chunk).trim()
}

describe('two containers on one data folder', {
  skip: canUnshare() ? false : 'DID NOT RUN: this machine makes no PID namespaces (unshare)',
}, () => {
  test('never have it both; when one is killed the other one gets it', async () => {
    const first = start()
    assert.equal(await say(first), 'held')
    const second = start()
    assert.match(
      await text(second.stdout as never),
      /in use by another process, of this or another/,
    )
    assert.throws(() => lockDataDir(folder.path), isDataDirInUse)
    first.kill('SIGKILL')
    const release = await until('the kernel to end the lock', () => {
      try {
        return lockDataDir(folder.path)
      } catch (error) {
        assert.ok(isDataDirInUse(error))
        return undefined
      }
    })
    assert.match(await text(start().stdout as never), /in use by another process/)
    release()
  })
})

test('a process that has it does not get it twice, and a try does not take it away', async () => {
  const release = lockDataDir(folder.path)
  assert.throws(() => lockDataDir(folder.path), isDataDirInUse)
  assert.throws(() => lockDataDir(folder.path), isDataDirInUse)
  const child = spawn(process.execPath, ['--input-type=module', '-e', holder, folder.path])
  started.push(child)
  assert.match(await text(child.stdout), /in use by another process/)
  release()
  lockDataDir(folder.path)()
})

test('a database folder that is damaged says so in words, and what to do', async () => {
  await writeFile(join(folder.path, 'database'), '')
  await assert.rejects(openStore({ dataDir: folder.path }, assert.ifError), {
    code: 'invalid_setting',
    message:
      /^DATA_DIR: .* cannot be used: error \d+ of its files\. Its files may be damaged: restore a backup/,
  })
})
