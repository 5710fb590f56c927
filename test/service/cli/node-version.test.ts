import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../../src/cli.ts', import.meta.url))

/** Runs the program as if Node had another version. Resolves to its exit code and what it says of it. */
function runOn(version: string, ...args: string[]): Promise<{ code: number; stderr: string }> {
  const code = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
  const before = `data:text/javascript,${encodeURIComponent(code)}`
  return new Promise((resolve) => {
    execFile(process.execPath, ['--import', before, program, ...args], (error, _, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stderr }),
    )
  })
}

for (const version of ['20.19.5', '22.12.0', '18.0.0'])
  for (const command of ['serve', 'account'])
    test(`on Node ${version}, ${command} says in one line what it needs`, async () => {
      assert.deepEqual(await runOn(version, command), {
        code: 1,
        stderr: `pay-charge needs Node 22.13 or newer, and this is Node ${version}.\n`,
      })
    })

for (const version of ['22.13.0', '24.0.0'])
  test(`on Node ${version} it runs`, async () => {
    assert.deepEqual(await runOn(version, '--help'), { code: 0, stderr: '' })
  })
