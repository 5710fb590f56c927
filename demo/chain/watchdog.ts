import { type ChildProcess, spawn } from 'node:child_process'

/**
 * A pipe closes when its writer dies, however it dies, also by SIGKILL, where no handler of the
 * writer could still run. Written as text because it needs a bare Node and starts faster that way.
 */
const program = `
  process.stdin.resume().on('close', () => {
    try { process.kill(Number(process.argv[1]), 'SIGTERM') }
    catch (error) { if (error.code !== 'ESRCH') throw error }
  })`

/**
 * Ends a child process when this process has died. Give the returned function a call once the child
 * has ended by itself, so that its process id is never used for another's.
 */
export function endWithParent(child: ChildProcess): () => void {
  const watchdog = spawn(process.execPath, ['--eval', program, String(child.pid)], {
    // A group of its own: Ctrl-C in a terminal must not end the watchdog before its ward.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watchdog.on('error', (cause) => {
    process.emitWarning(`The local chain may outlive this process: ${cause.message}`)
  })
  watchdog.unref()
  return () => watchdog.kill('SIGKILL')
}
