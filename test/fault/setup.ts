import type { StorageMode } from './web-platform.ts'

/** In what kind of world a schedule plays. */
export interface Options {
  /** The browser has Web Locks. */
  locks: boolean
  watcher: boolean
  silent: boolean
  native: boolean
  /** The page has an RPC address of its own: it reads the chain without a wallet. */
  rpc: boolean
  /** The wallet knows the site again after a reload. */
  remembers: boolean
  /** The site may see the account already. */
  permitted: boolean
  /** The wallet shows one question at a time, and answers others with an error. */
  busyWallet: boolean
  /** The node's pending block tells what waits. */
  pendingBlocks: boolean
  wrongChain: boolean
  storage: StorageMode
  /** Somebody records every hash for a charge of his own, as soon as it is seen. */
  thief: boolean
  /** The token refuses the first transfer. */
  refuses: boolean
  /** The wallet leaves out what stands behind the call, so that the transfer does not say what it pays. */
  dropsSuffix: boolean
  /** A stranger reports, and pays into, whatever he likes. */
  attacker: boolean
  /** A script of the page's origin writes into its storage and its channel. */
  planter: boolean
  /** The page has an order, of which the proxy makes the charge. */
  order: boolean
  /** The payer has the charge open in another browser, too, with a wallet of the same account. */
  secondBrowser: boolean
  /** Confirmations. */
  needed: number
  /** Percent of calls that meet a fault. */
  noise: number
  lazyBlocks: number
  /** Milliseconds between blocks; 0: only when the schedule says so. */
  blockTime: number
}

type Choices = { [Name in keyof Options]: readonly Options[Name][] }

const rarely = (times: number) => [...Array<boolean>(times - 1).fill(false), true]

/** What each may be; the first is the plainest, and what comes more often stands there more often. */
const choices: Choices = {
  watcher: [false, true],
  needed: [2, 3],
  noise: [0, 0, 4, 15],
  locks: [true, true, true, false],
  blockTime: [2_000, 2_000, 5_000, 0],
  permitted: [true, false],
  rpc: [true, false],
  remembers: [true, true, true, false],
  silent: rarely(4),
  pendingBlocks: [true, true, true, false],
  busyWallet: rarely(3),
  wrongChain: rarely(4),
  lazyBlocks: [0, 30, 60],
  native: rarely(6),
  storage: ['works', 'works', 'works', 'works', 'works', 'works', 'full', 'blocked'],
  thief: rarely(16),
  refuses: rarely(12),
  dropsSuffix: rarely(8),
  attacker: [false, true],
  planter: rarely(3),
  order: rarely(3),
  secondBrowser: rarely(4),
}
const names = Object.keys(choices) as (keyof Options)[]

/** One more than the largest number that {@link readSetup} tells apart. */
export const setups = names.reduce((product, name) => product * choices[name].length, 1)

/** Reads the options from the digits of a number; 0 is the plainest world. */
export function readSetup(setup: number): Options {
  let rest = setup
  const read = names.map((name) => {
    const list = choices[name]
    const digit = rest % list.length
    rest = Math.floor(rest / list.length)
    return [name, list[digit]]
  })
  return Object.fromEntries(read) as unknown as Options
}

/** Setups with one thing less that is unusual. */
export function plainer(setup: number): number[] {
  let place = 1
  return names.flatMap((name) => {
    const base = choices[name].length
    const digit = Math.floor(setup / place) % base
    const without = setup - digit * place
    place *= base
    return digit > 0 ? [without] : []
  })
}
