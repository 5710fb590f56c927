import type { Address } from 'viem'
import type { Dice } from '../../fault/dice.ts'
import { coin, junkTokens, knownTokens, passersby, people, recipients } from './cast.ts'
import type { Tx } from './chain.ts'
import type { Movement } from './effects.ts'
import type { Features } from './features.ts'

/** A charge, as payers know it. */
export interface ModelCharge {
  id: string
  reference: string
  token: Address
  recipient: Address
  /** Base units. */
  amount: bigint
  /** Amounts that were reserved for it, in its own token. */
  reserved: bigint[]
  /** Unix milliseconds, by the chain. */
  createdAt: number
  expiresAt: number
  isCanceled: boolean
}

/** What a generator of transactions knows of the world. */
export interface Scene {
  dice: Dice
  features: Features
  charges: readonly ModelCharge[]
  /** Another number with each call. */
  serial: () => number
}

/** A transaction that is not numbered yet. */
export type Draft = Omit<Tx, 'hash' | 'nonce'>

/** Money that somebody wants to send, and the references that they write beside it. */
export interface Wish extends Movement {
  references: readonly string[]
  /** The whole price of a charge in its token, to its recipient, with its reference alone. */
  isHonest: boolean
}

export function pickPerson(dice: Dice): Address {
  return dice.pick(people).address.toLowerCase() as Address
}

/** Chooses what somebody sends: most often the price of a charge, with its reference. */
export function wish(scene: Scene, from: Address, wantsCoin?: boolean): Wish {
  const { dice, features } = scene
  const charges = scene.charges.filter(
    ({ token }) => wantsCoin === undefined || (token === coin) === wantsCoin,
  )
  const charge = charges.length > 0 && !dice.chance(10) ? dice.pick(charges) : undefined
  const tokens = [
    ...knownTokens.map(({ address }) => address).slice(0, features.wrongTokens ? 3 : 2),
    ...junkTokens,
  ]
  const token = charge && !dice.chance(12) ? charge.token : wantsCoin ? coin : dice.pick(tokens)
  const to =
    charge && !dice.chance(12) ? charge.recipient : dice.pick([...recipients, ...passersby])
  const amount = pickAmount(dice, charge)
  const references = pickReferences(scene, charge)
  const isHonest =
    charge !== undefined &&
    token === charge.token &&
    to === charge.recipient &&
    amount >= charge.amount &&
    references.length === 1 &&
    references[0] === charge.reference
  return { from, to, token, amount, references, isHonest }
}

function pickAmount(dice: Dice, charge: ModelCharge | undefined): bigint {
  const price = charge?.amount ?? 5_000_000n
  const reserved = charge?.reserved ?? []
  return dice.pick([
    ...[price, price, price, price, ...reserved, ...reserved],
    ...[price / 2n, price + 7n, 1n, 3n, BigInt(dice.below(1_000_000))],
    ...(dice.chance(10) ? [0n] : []),
  ])
}

function pickReferences({ dice, charges }: Scene, charge: ModelCharge | undefined): string[] {
  const unknown = 'f0'.repeat(16)
  const any = () => (charges.length > 0 ? dice.pick(charges).reference : unknown)
  const choice = dice.below(100)
  if (choice < 60) return [charge?.reference ?? any()]
  if (choice < 78) return []
  if (choice < 88) return [any()]
  if (choice < 94) return [...new Set([charge?.reference ?? unknown, any()])]
  return [unknown]
}
