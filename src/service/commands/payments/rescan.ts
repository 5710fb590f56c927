import type { OpenStore } from '../../store/store.ts'
import { createOperatorError, type Print } from '../operator-error.ts'

/**
 * Requests that blocks of a chain are read again, by the process that watches the chain, now or when it starts.
 *
 * @throws PayError `invalid_setting` for an option that cannot be used
 */
export async function rescan(
  store: OpenStore,
  options: { chain: string; from: string; to?: string },
  print: Print,
): Promise<void> {
  const chainId = Number(options.chain)
  const hasDestinations =
    chainId > 0 && (await store.listWatchedDestinations(chainId, new Date(0))).length > 0
  if (!hasDestinations) {
    throw createOperatorError(
      `--chain: there was never a charge to be paid on chain "${options.chain.slice(0, 40)}".`,
    )
  }
  const from = parseBlockNumber(options.from, '--from')
  const to = options.to === undefined ? undefined : parseBlockNumber(options.to, '--to')
  if (to !== undefined && to < from) throw createOperatorError('--to must not be before --from.')
  await store.requestRescan(chainId, from, to)
  print(`A running service will read chain ${chainId} again from block ${from}.`)
}

function parseBlockNumber(text: string, field: string): bigint {
  if (/^\d{1,15}$/.test(text)) return BigInt(text)
  throw createOperatorError(`${field} must be a block's number, not "${text.slice(0, 40)}".`)
}
