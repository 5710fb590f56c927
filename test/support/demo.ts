import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { prepareDemoFolder } from './demo-folder.ts'
import { temporaryFolder } from './service.ts'

const start = fileURLToPath(new URL('../../demo/start.ts', import.meta.url))

/** What GET {shop}/demo.json tells. */
export interface DemoFacts {
  shop: string
  service: string
  apiKey: string
  chain: { id: number; rpcUrl: string }
  tokens: { symbol: string; address: `0x${string}`; decimals: number }[]
  products: { sku: string; name: string; price: string; url: string }[]
}

/** The whole demo, on free ports and with data of its own; with a month of charges behind it, or as a new shop. */
export async function startDemo({ month = false } = {}): Promise<{
  facts: DemoFacts
  /** Opens the demo's desk. */
  deskKey: string
  end: () => Promise<void>
}> {
  const folder = await temporaryFolder()
  // A prepared account has no time before it in which a month could be.
  if (!month) await prepareDemoFolder(folder.path)
  const child = spawn(process.execPath, [start], {
    env: {
      ...process.env,
      DEMO_DATA: folder.path,
      SHOP_PORT: '0',
      SERVICE_PORT: '0',
      CHAIN_PORT: '0',
      DEMO_MONTH: month ? 'on' : 'off',
      // The runner asks its workers for colors, and the address is read from plain text.
      FORCE_COLOR: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let shop = ''
  const deskKey = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The demo ended with code ${code}.`)))
    createInterface(child.stdout).on('line', (line) => {
      shop ||= /Shop\s+(http\S+)/.exec(line)?.[1] ?? ''
      const [, key] = /key (pc_\S+)/.exec(line) ?? []
      if (key) resolve(key)
    })
  })
  const facts = (await (await fetch(`${shop}/demo.json`)).json()) as DemoFacts
  return {
    facts,
    deskKey,
    async end() {
      const gone = once(child, 'exit')
      child.kill('SIGINT')
      await gone
      await folder.remove()
    },
  }
}
