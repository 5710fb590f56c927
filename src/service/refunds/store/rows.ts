import type { Insertable, Selectable } from 'kysely'
import type { RefundRow, SavedUnclear } from '../../db/tables/refunds.ts'
import type {
  RecipientProof,
  RefundAttempt,
  RefundRecord,
  RefundRelease,
  RefundTransfer,
  UnclearTransfer,
} from '../records.ts'

// The record groups columns that its row has side by side. The table's checks ensure that each group is complete or absent.

type Row = Selectable<RefundRow>

export function toRefund(row: Row): RefundRecord {
  const { id, accountId, chargeId, livemode, reference, status, chainId, token, decimals } = row
  const { symbol, amount, reason, recipient, hash, failure, createdAt } = row
  const { releasedAccount, releasedNonce, searchedAccount, searchedTo } = row
  return {
    ...{ id, accountId, chargeId, livemode, reference, status, chainId, token, decimals, symbol },
    shop: row.shop,
    ...{ amount, reason, recipient, hash, failure, createdAt },
    recipientProof: toProof(row),
    namings: { signed: row.signedNamings, unsigned: row.unsignedNamings },
    attempt: toAttempt(row),
    released:
      releasedAccount === undefined
        ? undefined
        : { account: releasedAccount, nonce: releasedNonce ?? 0 },
    transfer: toTransfer(row),
    unclear: row.unclear.map(toUnclear),
    dismissed: row.dismissed === '' ? [] : row.dismissed.split(' '),
    searched:
      searchedAccount === undefined
        ? undefined
        : { account: searchedAccount, to: searchedTo ?? 0n },
  }
}

function toUnclear({ amount, block, ...transfer }: SavedUnclear): UnclearTransfer {
  return { ...transfer, amount: BigInt(amount), block: BigInt(block) }
}

function fromUnclear({ amount, block, ...transfer }: UnclearTransfer): SavedUnclear {
  return { ...transfer, amount: String(amount), block: String(block) }
}

function toRelease(row: Row): RefundRelease | undefined {
  if (row.releaseAt === undefined) return undefined
  return {
    at: row.releaseAt,
    block: row.releaseBlock ?? 0n,
    provenTo: row.releaseProvenTo,
    waitsFor: row.releaseWaitsFor ?? '',
  }
}

function toProof(row: Row): RecipientProof | undefined {
  if (row.recipientSigner !== undefined) return { kind: 'signature', signer: row.recipientSigner }
  return row.recipientProof === undefined ? undefined : { kind: 'merchant' }
}

function toAttempt(row: Row): RefundAttempt | undefined {
  if (row.attemptId === undefined) return undefined
  const { attemptSeenSender: sender, attemptSeenNonce: nonce, attemptSeenAtBlock } = row
  return {
    id: row.attemptId,
    account: row.attemptAccount ?? '',
    nonce: row.attemptNonce,
    askedNonce: row.attemptAskedNonce,
    fromBlock: row.attemptFromBlock ?? 0n,
    startedAt: row.attemptStartedAt ?? row.createdAt,
    searchedTo: row.attemptSearchedTo,
    seen:
      sender === undefined
        ? undefined
        : { sender, nonce: nonce ?? 0, seenAtBlock: attemptSeenAtBlock ?? 0n },
    searchedNonce: row.attemptSearchedNonce,
    isAccepted: row.attemptIsAccepted,
    release: toRelease(row),
  }
}

function toTransfer(row: Row): RefundTransfer | undefined {
  const { position, sentAmount, blockNumber = 0n, blockHash, feeSymbol: symbol = '' } = row
  if (position === undefined || sentAmount === undefined || blockHash === undefined)
    return undefined
  // The table's checks ensure that every price has a source.
  const price = { usdPrice: row.usdPrice, usdSource: row.usdSource ?? 'none' } as const
  const feePrice = { usdPrice: row.feeUsdPrice, usdSource: row.feeUsdSource ?? 'none' } as const
  return {
    sender: row.sender ?? '',
    blockTime: row.blockTime ?? row.createdAt,
    price,
    fee: row.fee === undefined ? undefined : { amount: row.fee, symbol, price: feePrice },
    position,
    amount: sentAmount,
    block: { number: blockNumber, hash: blockHash },
    minedAt: row.minedAt ?? row.createdAt,
  }
}

export function fromRefund(refund: RefundRecord): Insertable<RefundRow> {
  const { namings, released, unclear, dismissed, searched, ...rest } = refund
  const { attempt, transfer, recipientProof: proof, ...columns } = rest
  return {
    ...columns,
    recipientProof: proof?.kind,
    recipientSigner: proof?.kind === 'signature' ? proof.signer : undefined,
    signedNamings: namings.signed,
    unsignedNamings: namings.unsigned,
    attemptId: attempt?.id,
    attemptAccount: attempt?.account,
    attemptNonce: attempt?.nonce,
    attemptAskedNonce: attempt?.askedNonce,
    attemptFromBlock: attempt?.fromBlock,
    attemptStartedAt: attempt?.startedAt,
    attemptSearchedTo: attempt?.searchedTo,
    attemptSeenSender: attempt?.seen?.sender,
    attemptSeenNonce: attempt?.seen?.nonce,
    attemptSeenAtBlock: attempt?.seen?.seenAtBlock,
    attemptSearchedNonce: attempt?.searchedNonce,
    attemptIsAccepted: attempt?.isAccepted ?? false,
    releaseAt: attempt?.release?.at,
    releaseBlock: attempt?.release?.block,
    releaseProvenTo: attempt?.release?.provenTo,
    releaseWaitsFor: attempt?.release?.waitsFor,
    releasedAccount: released?.account,
    releasedNonce: released?.nonce,
    position: transfer?.position,
    sentAmount: transfer?.amount,
    blockNumber: transfer?.block.number,
    blockHash: transfer?.block.hash,
    minedAt: transfer?.minedAt,
    sender: transfer?.sender,
    blockTime: transfer?.blockTime,
    usdPrice: transfer?.price.usdPrice,
    usdSource: transfer?.price.usdSource,
    fee: transfer?.fee?.amount,
    feeSymbol: transfer?.fee?.symbol,
    feeUsdPrice: transfer?.fee?.price.usdPrice,
    feeUsdSource: transfer?.fee?.price.usdSource,
    unclear: JSON.stringify(unclear.map(fromUnclear)),
    dismissed: dismissed.join(' '),
    searchedAccount: searched?.account,
    searchedTo: searched?.to,
  }
}
