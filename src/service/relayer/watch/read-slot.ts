import type { RelaySlot } from '../records.ts'
import { isWanted } from '../rules.ts'
import type { RelayerContext } from './context.ts'

/** Seconds until a block includes a transaction that is sent now: the authorization must still be valid then. */
const blockSeconds = 15n

/** Returns whether the charge still needs the authorization of a slot. */
export async function readWanted(
  { store }: RelayerContext,
  { relay, attempts }: RelaySlot,
): Promise<boolean> {
  if (!relay) return false
  const [charge] = await store.findCharges({ ids: [relay.chargeId] })
  return isWanted(
    charge,
    relay,
    attempts.map(({ hash }) => hash),
  )
}

/** Returns whether the token would still accept the authorization of a slot in the next block. */
export async function isUsable(
  { chains }: RelayerContext,
  { relay }: RelaySlot,
  head: bigint,
): Promise<boolean> {
  if (relay?.status !== 'RELAYING') return false
  const { chainId, token, from, nonce, validBefore } = relay
  const time = await readUnixTime({ chains }, chainId, head)
  if (time !== undefined && time + blockSeconds >= validBefore) return false
  return !(await chains.isAuthorizationUsed(chainId, token, from, nonce))
}

/** Returns the Unix seconds of a block; undefined where the node does not have it. */
export async function readUnixTime(
  { chains }: Pick<RelayerContext, 'chains'>,
  chainId: number,
  block: bigint,
): Promise<bigint | undefined> {
  const time = await chains.getBlockTime(chainId, block)
  return time && BigInt(Math.floor(time.getTime() / 1000))
}
