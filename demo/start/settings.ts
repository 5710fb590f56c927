import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

/** What `npm start` was asked. */
export interface DemoSettings {
  /** The port of each part; 0: any free one. */
  ports: Record<PortName, number>
  /** Where the demo keeps its data, absolute. */
  folder: string
  /** Forget all data first. */
  fresh: boolean
  /** Whether a new demo has a month behind it. */
  month: boolean
}

/** What `npm start -- --help` says. */
export const help = `
  npm start             a store with its own chain, service and demo wallet, on this machine
  npm start -- --fresh  the same, without what happened in it before

  It installs what it needs into node_modules: about 200 packages, 350 MB; into scripts/node a Node 24 (190 MB) where this
  machine's own is older; and into docs what builds the documentation (120 MB) when somebody opens it in the store.
  Nothing is installed outside of this folder. npm test installs the rest.

  SHOP_PORT, SERVICE_PORT, CHAIN_PORT   the ports; 0 for any free one (3000, 3001, 8545)
  DEMO_DATA                             the folder of its data (.data/demo)
  DEMO_MONTH=off                        begins without a month of orders
`

export type PortName = keyof typeof portDefaults

const portDefaults = { SHOP_PORT: 3000, SERVICE_PORT: 3001, CHAIN_PORT: 8545 } as const

/** The project's root, absolute. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Reads what `npm start` was asked. Gives it, or every fault: one line each, naming what is wrong. */
export function readSettings(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): { settings: DemoSettings } | { faults: string[] } | { help: string } {
  const faults: string[] = []
  const { fresh, wantsHelp } = readFlags(args, faults)
  if (wantsHelp) return { help }
  const port = (name: PortName): number => {
    const text = environment[name]?.trim() || String(portDefaults[name])
    const value = Number(text)
    if (/^\d+$/.test(text) && value <= 65_535) return value
    faults.push(
      `${name} must be a port from 0 (any free one) to 65535, not "${text.slice(0, 40)}".`,
    )
    return 0
  }
  const settings: DemoSettings = {
    ports: {
      SHOP_PORT: port('SHOP_PORT'),
      SERVICE_PORT: port('SERVICE_PORT'),
      CHAIN_PORT: port('CHAIN_PORT'),
    },
    folder: resolve(root, environment.DEMO_DATA?.trim() || '.data/demo'),
    fresh,
    month: environment.DEMO_MONTH?.trim() !== 'off',
  }
  return faults.length > 0 ? { faults } : { settings }
}

function readFlags(args: readonly string[], faults: string[]) {
  try {
    const options = { fresh: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const
    const { fresh = false, help: wantsHelp = false } = parseArgs({
      args: [...args],
      options,
    }).values
    return { fresh, wantsHelp }
  } catch (cause) {
    // What parseArgs says of an unknown option or a stray word, without its advice on `--`.
    const [said] = (cause as Error).message.split('. ')
    faults.push(`${said}. npm start -- --help lists the options.`)
    return { fresh: false, wantsHelp: false }
  }
}
