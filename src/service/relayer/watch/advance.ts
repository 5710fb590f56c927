import type { Fees } from '../../chain/types/authorizations.ts'
import type { RelayAttempt, RelaySlot } from '../records.ts'
import { cancelGas, decideStep, isAffordable, maxRelayGas, raiseFees } from '../rules.ts'
import type { RelayerContext } from './context.ts'
import { isUsable, readWanted } from './read-slot.ts'
import {
  type NextTransaction,
  readPrices,
  sendTransaction,
  signTransaction,
} from './transactions.ts'

/** Sends, replaces or cancels the transaction of a slot whose nonce the chain has not used up. */
export async function advanceSlot(
  context: RelayerContext,
  slot: RelaySlot,
  head: bigint,
): Promise<void> {
  const { limits } = context
  const { chainId, attempts } = slot
  const isUseful = (await readWanted(context, slot)) && (await isUsable(context, slot, head))
  const step = decideStep(slot, isUseful, limits)
  if (step.do === 'send') {
    await sendTransaction(context, chainId, step.attempt)
    return
  }
  const [current, dataFee] = await readPrices(context, chainId)
  const newest = attempts.at(-1)
  const fees = newest ? raiseFees(newest.fees, current) : current
  const next = await prepare(context, slot, step.kind, fees, head)
  if (next && isAffordable(limits, chainId, next.gas, fees, dataFee))
    await signTransaction(context, slot, next)
  // The fee is above the limit, or above the account's balance: the last transaction waits until the fee falls.
  else if (newest) await sendTransaction(context, chainId, newest)
}

/**
 * Decides which transaction is signed next for a slot. The token is asked again before each higher fee. Returns undefined
 * where the account's coin does not cover the transaction.
 */
async function prepare(
  { chains }: RelayerContext,
  { chainId, account, relay, attempts }: RelaySlot,
  kind: RelayAttempt['kind'],
  fees: Fees,
  head: bigint,
): Promise<NextTransaction | undefined> {
  const cancel = { kind: 'cancel', gas: cancelGas, fees } as const
  if (kind === 'cancel' || !relay) return cancel
  const balance = (await chains.getBalance(chainId, account, head)) ?? 0n
  const isCovered = maxRelayGas * fees.maxFeePerGas <= balance
  const maxGas = isCovered ? maxRelayGas : balance / fees.maxFeePerGas
  if (maxGas < (attempts.at(-1)?.gas ?? maxRelayGas)) return undefined
  const simulation = await chains.simulateRelay(chainId, account, relay, { fees, maxGas })
  if (simulation.outcome === 'accepted') return { kind, gas: simulation.gas, fees }
  // A refusal under reduced gas may only mean that the gas was too little.
  return isCovered ? cancel : undefined
}
