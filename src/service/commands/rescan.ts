import type { OpenStore } from '../store/store.ts'
import { type Print, wrong } from './operator-fault.ts'

/**
 * Asks for blocks of a chain to be read again, by whichever process has the chain, now or when it starts.
 *
 * @throws PayError `invalid_setting` for an option that cannot be used
 */
export async function rescan(
  store: OpenStore,
  options: { chain: string; from: string; to?: string },
  print: Print,
): Promise<void> {
  const chainId = Number(options.chain)
  const paidThere = chainId > 0 && (await store.destinations(chainId, new Date(0))).length > 0
  if (!paidThere) {
    throw wrong(`--chain: no charge was ever to be paid on chain "${options.chain.slice(0, 40)}".`)
  }
  const from = readBlock(options.from, '--from')
  const to = options.to === undefined ? undefined : readBlock(options.to, '--to')
  if (to !== undefined && to < from) throw wrong('--to must not be before --from.')
  await store.requestRescan(chainId, from, to)
  print(`Chain ${chainId} is read again from block ${from}, by a running service.`)
}

function readBlock(text: string, field: string): bigint {
  if (/^\d{1,15}$/.test(text)) return BigInt(text)
  throw wrong(`${field} must be a block's number, not "${text.slice(0, 40)}".`)
}
