import { nativeAddress } from '../../../api/formats.ts'
import type { Address } from '../../chain/types/address.ts'
import { toBookedPrice } from '../../chain/types/tokens.ts'
import type { Block, Receipt, TransactionLookup } from '../../chain/types/transactions.ts'
import { attributeTransfers } from '../../payments/proof/proof.ts'
import type { Transfer } from '../../payments/transfers.ts'
import type { WatcherContext } from '../../watcher/context.ts'
import type { RefundTransfer, UnclearTransfer } from '../records.ts'
import type { RefundOutcome } from '../settle.ts'
import { type AskedRefund, isConfirmed } from './asked-refund.ts'

/** The transfers in a mined transaction that are, or may be, a refund's. */
export interface ReadTransfer {
  /** Undefined where it does not transfer the refund. */
  found: RefundOutcome | undefined
  /** Transfers from the asked account to the address that may be the refund. */
  unclear: readonly UnclearTransfer[]
}

const nothing: ReadTransfer = { found: undefined, unclear: [] }

/** Reads the transfers of a transaction that are, or may be, a refund's. */
export async function readTransfer(
  context: WatcherContext,
  refund: AskedRefund,
  lookup: TransactionLookup,
  head: bigint,
): Promise<ReadTransfer> {
  const { receipt, transaction } = lookup
  if (!receipt || !transaction) return nothing
  const { chainId, token, recipient, id, attempt } = refund
  const hash = transaction.hash.toLowerCase()
  const watched = { tokens: [token], recipients: [recipient] }
  const taken = await context.store.getTakenTransfers(chainId, hash, id)
  const transfers = attributeTransfers(lookup, watched, context).transfers.filter(
    ({ position }) => !taken.positions.includes(position),
  )
  const found = transfers.find((candidate) => isTransferOf(refund, candidate, hash, receipt.block))
  if (!found) {
    const { parseAddress } = context.chains
    const unclear = transfers
      .filter((candidate) => isUnclear(refund, candidate, receipt.block))
      .map(({ amount, sender }) => ({
        hash,
        amount,
        sender: parseAddress(sender, 'sender'),
        recipient,
        block: receipt.block.number,
      }))
    return { found: undefined, unclear }
  }
  const { from, nonce } = transaction
  const isOwn = from.toLowerCase() === attempt.account.toLowerCase()
  const isFeeOfSender = from.toLowerCase() === found.sender && !taken.hasFee
  const outcome: RefundOutcome = {
    kind: 'mined',
    hash,
    transfer: await createRefundTransfer(context, refund, receipt, found, isFeeOfSender),
    isConfirmed: isConfirmed(context, refund, receipt.block, head),
    seen: isOwn ? { sender: from, nonce, seenAtBlock: receipt.block.number } : undefined,
  }
  return { found: outcome, unclear: [] }
}

/** Adds the columns of the books to a transfer now: a node soon drops the state of its block, which prices it. */
async function createRefundTransfer(
  { chains, clock }: WatcherContext,
  { chainId, token }: AskedRefund,
  { block, minedAt, fee }: Receipt,
  { position, amount, sender }: Transfer<bigint>,
  isFeeOfSender: boolean,
): Promise<RefundTransfer> {
  const readPrice = async (asset: Address) =>
    toBookedPrice(
      await chains.getUsdPriceAt(chainId, asset, { number: block.number, time: minedAt }),
    )
  const native = isFeeOfSender && fee ? await chains.getToken(chainId, nativeAddress) : undefined
  return {
    position,
    amount,
    block,
    minedAt: clock.correctBlockTime(chainId, minedAt),
    sender: chains.parseAddress(sender, 'sender'),
    blockTime: minedAt,
    price: await readPrice(token),
    fee:
      native && fee
        ? { amount: fee, symbol: native.symbol, price: await readPrice(nativeAddress) }
        : undefined,
  }
}

/**
 * Returns whether a transfer is that of a refund. From the account that was asked, it is if it names the refund. Some wallets drop
 * the name: then it is if the amount is exact and it was sent after the wallet was asked, or if the merchant has confirmed it.
 * Another account of the merchant's may have sent it; but since anyone can send a small amount in the refund's name, both the name
 * and the amount then have to be right.
 */
function isTransferOf(
  { reference, amount, attempt, hash: reported, dismissed }: AskedRefund,
  transfer: Transfer<bigint>,
  hash: string,
  block: Block,
): boolean {
  const isNamed = transfer.references.includes(reference)
  const isWhole = transfer.amount === amount
  if (!isSentBy(attempt.account, transfer)) return isNamed && isWhole
  if (isNamed) return true
  if (block.number <= attempt.fromBlock) return false
  if (attempt.isAccepted && hash === reported) return true
  return transfer.references.length === 0 && isWhole && !dismissed.includes(hash)
}

/**
 * Returns whether a transfer may be a refund's without naming it: the asked account sent something to its address, after it was
 * asked. A token that keeps a fee makes it short, and a wallet may drop the name.
 */
function isUnclear({ attempt }: AskedRefund, transfer: Transfer<bigint>, block: Block): boolean {
  return (
    isSentBy(attempt.account, transfer) &&
    transfer.references.length === 0 &&
    transfer.amount > 0n &&
    block.number > attempt.fromBlock
  )
}

const isSentBy = (account: Address, { sender }: Transfer<bigint>) =>
  sender === account.toLowerCase()
