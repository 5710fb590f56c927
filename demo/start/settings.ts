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

export type PortName = keyof typeof portDefaults

const portDefaults = { SHOP_PORT: 3000, SERVICE_PORT: 3001, CHAIN_PORT: 8545 } as const

/** The project's root, absolute. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Reads what `npm start` was asked. Gives it, or every fault: one line each, naming what is wrong. */
export function readSettings(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): { settings: DemoSettings } | { faults: string[] } {
  const faults: string[] = []
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
    fresh: readFresh(args, faults),
    month: environment.DEMO_MONTH?.trim() !== 'off',
  }
  return faults.length > 0 ? { faults } : { settings }
}

function readFresh(args: readonly string[], faults: string[]): boolean {
  try {
    const { values } = parseArgs({ args: [...args], options: { fresh: { type: 'boolean' } } })
    return values.fresh ?? false
  } catch (cause) {
    // What parseArgs says of an unknown option or a stray word, without its advice on `--`.
    const [said] = (cause as Error).message.split('. ')
    faults.push(`${said}. The only option is --fresh: npm start -- --fresh`)
    return false
  }
}
