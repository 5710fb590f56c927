import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { demoAccount } from '../demo/chain/accounts.ts'
import { type LocalChain, startLocalChain } from './support/local-chain.ts'
import { reservePort } from './support/ports.ts'
import { bundleProgram } from './support/program.ts'
import { temporaryFolder } from './support/service.ts'
import { until } from './support/wait.ts'

// The rehearsals of docs/test-without-money.md, command by command. What stands for another machine is another: root, /etc and
// /var are a folder, and the demo's addresses those of a chain of the test's own.

const run = promisify(execFile)

/** Returns the code blocks of a language in a section of a page. */
async function readBlocks(
  heading: string,
  language: string,
  file = 'docs/test-without-money.md',
): Promise<string[]> {
  const page = await readFile(resolve(file), 'utf8')
  const section = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? ''
  const fence = new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'gm')
  return [...section.matchAll(fence)].map(([, block = '']) => block)
}

/** A machine to rehearse on: `sudo` and `pay-charge-admin` of go-live.md, for the user who runs the tests. */
async function prepareMachine(path: string, replacements: Readonly<Record<string, string>>) {
  const bin = join(path, 'bin')
  await mkdir(bin)
  const programs = {
    sudo: 'exec "$@"',
    'pay-charge-admin': `set -a\n. ${path}/pay-charge.settings\nexec ${process.execPath} ${await bundleProgram()} "$@"`,
  }
  for (const [name, script] of Object.entries(programs)) {
    await writeFile(join(bin, name), `#!/bin/sh\n${script}\n`)
    await chmod(join(bin, name), 0o755)
  }
  const paths = {
    '/etc/pay-charge.env': `${path}/pay-charge.settings`,
    '/var/lib/pay-charge': `${path}/data`,
  }
  const env = { PATH: `${bin}:${process.env.PATH}`, HOME: path }
  const play = async (script: string, values: Readonly<Record<string, string>> = {}) => {
    const text = Object.entries({ ...paths, ...replacements, ...values }).reduce(
      (before, [from, to]) => before.replaceAll(from, to),
      script,
    )
    const { stdout } = await run('sh', ['-e', '-c', text], { env, cwd: path })
    return stdout
  }
  const serve = () =>
    spawn('sh', ['-c', 'exec pay-charge-admin serve'], { env, cwd: path, stdio: 'ignore' })
  return { play, serve }
}

const readTestId = (printed: string) => /Test mode:\naccount +(\S+)/.exec(printed)?.[1] ?? ''

/** The second key below `Test mode:` is the proxy's. */
const readTestProxyKey = (printed: string) =>
  [...(printed.split('Test mode:')[1] ?? '').matchAll(/pc_test_\S+/g)][1]?.[0] ?? ''

describe('the page’s rehearsal', () => {
  let ofDemo: LocalChain
  let baseSepolia: LocalChain
  before(async () => {
    ofDemo = await startLocalChain()
    baseSepolia = await startLocalChain(84_532)
  })
  after(async () => {
    await ofDemo.stop()
    await baseSepolia.stop()
  })

  test('on the demo’s chain: the service starts with what the page writes, and its first charge is a test charge', async (t) => {
    const folder = await temporaryFolder()
    t.after(() => folder.remove())
    const { address, symbol, decimals } = ofDemo.token('DUSD')
    const demo = createServer((_, response) =>
      response.end(JSON.stringify({ tokens: [{ address, symbol, decimals }] })),
    )
    await new Promise<void>((listening) => demo.listen(0, '127.0.0.1', listening))
    t.after(() => demo.close())
    const { port } = demo.address() as AddressInfo
    const servicePort = await reservePort()
    const { play, serve } = await prepareMachine(folder.path, {
      'http://127.0.0.1:3000': `http://127.0.0.1:${port}`,
      'http://127.0.0.1:8545': ofDemo.rpcUrl,
      '127.0.0.1:3002': `127.0.0.1:${servicePort}`,
      'SERVICE_PORT=3002': `SERVICE_PORT=${servicePort}`,
    })
    const [settings = '', ...steps] = await readBlocks("Your own service on the demo's chain", 'sh')
    assert.ok(steps.length > 0)
    await play(settings)
    let testId = ''
    let proxyKey = ''
    for (const step of steps) {
      const printed = await play(step, {
        '<address of the token>': address,
        '<test id>': testId,
        '<id>': testId,
      })
      testId ||= readTestId(printed)
      proxyKey ||= readTestProxyKey(printed)
    }
    assert.notEqual(testId, '')

    const service = serve()
    t.after(async () => {
      const gone = once(service, 'exit')
      service.kill()
      await gone
    })
    const baseUrl = `http://127.0.0.1:${servicePort}`
    await until('the service', () =>
      fetch(`${baseUrl}/readyz`).then(
        ({ ok }) => ok || undefined,
        () => undefined,
      ),
    )
    const [tryIt = ''] = await readBlocks('8. Try it with a real dollar', 'sh', 'docs/go-live.md')
    const printed = await play(`export PAY_CHARGE_PROXY_KEY=${proxyKey}\n${tryIt}`, {
      'https://pay.example': baseUrl,
    })
    assert.match(printed, /"livemode":false/)
    assert.match(printed, new RegExp(`"hosted_url":"${baseUrl}/pay/`))
  })

  test('on a test network: the test account has its wallet there', async (t) => {
    const folder = await temporaryFolder()
    t.after(() => folder.remove())
    const [settings = ''] = await readBlocks('On a test network', 'env')
    const [commands = ''] = await readBlocks('On a test network', 'sh')
    const { play } = await prepareMachine(folder.path, {
      'https://your-node.example': baseSepolia.rpcUrl,
      '0x036CbD53842c5426634e7929541eC2318f3dCF7e': baseSepolia.token('DUSD').address,
      '<your wallet>': demoAccount(5).address,
    })
    await play(`cat > /etc/pay-charge.env <<'END'\nDATA_DIR=/var/lib/pay-charge\n${settings}END\n`)
    let testId = ''
    let printed = ''
    for (const command of commands.split('\n').filter(Boolean)) {
      printed = await play(command, { '<test id>': testId, '<id>': testId })
      testId ||= readTestId(printed)
    }
    assert.match(printed, new RegExp(demoAccount(5).address, 'i'))
  })
})
