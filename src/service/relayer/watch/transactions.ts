import type { Fees } from '../../chain/types/authorizations.ts'
import { typicalRelayBytes } from '../fees.ts'
import type { RelayAttempt, RelaySlot } from '../records.ts'
import type { RelayerContext } from './context.ts'

/** A transaction that is to be signed for a slot. */
export type NextTransaction = Pick<RelayAttempt, 'kind' | 'gas' | 'fees'>

/** Signs the next transaction of a slot, saves it, and only then sends it. */
export async function signTransaction(
  context: RelayerContext,
  slot: RelaySlot,
  { kind, gas, fees }: NextTransaction,
): Promise<RelayAttempt> {
  const { store, signer } = context
  const { chainId, account, nonce, attempts, relay } = slot
  const authorization = kind === 'relay' ? relay : undefined
  const signed = await signer.sign({ chainId, account, nonce, authorization, gas, fees })
  const attempt = await store.saveAttempt(slot, attempts.length, {
    ...signed,
    kind,
    gas,
    fees,
    ageMs: 0,
  })
  await sendTransaction(context, chainId, attempt)
  return attempt
}

/** Sends a saved transaction. If the node refuses it, the next poll sends it again. */
export async function sendTransaction(
  { chains, log }: RelayerContext,
  chainId: number,
  { raw, hash }: RelayAttempt,
): Promise<void> {
  try {
    await chains.broadcast(chainId, raw)
  } catch (err) {
    log.warn({ err, chainId, hash }, 'A relay could not be sent. The service tries again.')
  }
}

/** Reads the current price of gas, and the fee for a transaction's bytes on chains that charge one. */
export function readPrices(
  { chains }: RelayerContext,
  chainId: number,
): Promise<[fees: Fees, dataFee: bigint]> {
  return Promise.all([chains.getFees(chainId), chains.getDataFee(chainId, typicalRelayBytes)])
}
