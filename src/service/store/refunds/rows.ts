import type { Insertable, Selectable } from 'kysely'
import type { RefundStatus } from '../../../api/schemas/payments/refund.ts'
import type { BookedPrice, UsdPriceSource } from '../../domain/chain/tokens.ts'
import type {
  RecipientProof,
  RefundAttempt,
  RefundRecord,
  RefundRelease,
  RefundTransfer,
  UnclearTransfer,
} from '../../domain/refunds/records.ts'
import type { RefundRow } from '../database/tables/payments.ts'

// The casts state what the check constraints of the columns guarantee.

export function toRefund(row: Selectable<RefundRow>): RefundRecord {
  return {
    id: row.id,
    accountId: row.account_id,
    chargeId: row.charge_id,
    livemode: row.livemode,
    reference: row.reference,
    status: row.status as RefundStatus,
    chainId: Number(row.chain_id),
    token: row.token,
    decimals: row.decimals,
    symbol: row.symbol,
    amount: BigInt(row.amount),
    reason: row.reason,
    recipient: row.recipient ?? undefined,
    recipientProof: toProof(row),
    namings: { signed: row.signed_namings, unsigned: row.unsigned_namings },
    attempt: toAttempt(row),
    released:
      row.released_account === null
        ? undefined
        : { account: row.released_account, nonce: Number(row.released_nonce) },
    hash: row.hash ?? undefined,
    transfer: toTransfer(row),
    failure: row.failure,
    unclear: toUnclear(row.unclear),
    dismissed: row.dismissed === '' ? [] : row.dismissed.split(' '),
    searched:
      row.searched_account === null
        ? undefined
        : { account: row.searched_account, to: BigInt(row.searched_to ?? 0) },
    createdAt: row.created_at,
  }
}

function toUnclear(json: string): UnclearTransfer[] {
  type Saved = Omit<UnclearTransfer, 'amount' | 'block'> & { amount: string; block: string }
  return (JSON.parse(json) as Saved[]).map(({ amount, block, ...transfer }) => ({
    ...transfer,
    amount: BigInt(amount),
    block: BigInt(block),
  }))
}

function fromUnclear(list: readonly UnclearTransfer[]): string {
  return JSON.stringify(
    list.map(({ amount, block, ...rest }) => ({
      ...rest,
      amount: String(amount),
      block: String(block),
    })),
  )
}

function toRelease(row: Selectable<RefundRow>): RefundRelease | undefined {
  if (row.release_at === null) return undefined
  const { release_block: block, release_proven_to: provenTo } = row
  return {
    at: row.release_at,
    block: BigInt(block ?? 0),
    provenTo: provenTo === null ? undefined : BigInt(provenTo),
    waitsFor: row.release_waits_for ?? '',
  }
}

function toProof(row: Selectable<RefundRow>): RecipientProof | undefined {
  if (row.recipient_signer !== null) return { kind: 'signature', signer: row.recipient_signer }
  return row.recipient_proof === null ? undefined : { kind: 'merchant' }
}

function toAttempt(row: Selectable<RefundRow>): RefundAttempt | undefined {
  if (row.attempt_id === null) return undefined
  const toBlock = (value: string | number | null) => (value === null ? undefined : BigInt(value))
  const toNumber = (value: string | number | null) => (value === null ? undefined : Number(value))
  return {
    id: row.attempt_id,
    account: row.attempt_account ?? '',
    nonce: toNumber(row.attempt_nonce),
    askedNonce: toNumber(row.attempt_asked_nonce),
    fromBlock: BigInt(row.attempt_from_block ?? 0),
    startedAt: row.attempt_started_at ?? row.created_at,
    searchedTo: toBlock(row.attempt_searched_to),
    seen:
      row.attempt_seen_sender === null
        ? undefined
        : {
            sender: row.attempt_seen_sender,
            nonce: Number(row.attempt_seen_nonce),
            seenAtBlock: BigInt(row.attempt_seen_at_block ?? 0),
          },
    searchedNonce: toNumber(row.attempt_searched_nonce),
    isAccepted: row.attempt_is_accepted,
    release: toRelease(row),
  }
}

function toTransfer(row: Selectable<RefundRow>): RefundTransfer | undefined {
  const { position, sent_amount, block_number, block_hash, mined_at, block_time, sender } = row
  if (position === null || sent_amount === null || block_hash === null) return undefined
  return {
    sender: sender ?? '',
    blockTime: block_time ?? row.created_at,
    price: toPrice(row.usd_price, row.usd_source),
    fee:
      row.fee === null
        ? undefined
        : {
            amount: BigInt(row.fee),
            symbol: row.fee_symbol ?? '',
            price: toPrice(row.fee_usd_price, row.fee_usd_source),
          },
    position,
    amount: BigInt(sent_amount),
    block: { number: BigInt(block_number ?? 0), hash: block_hash },
    minedAt: mined_at ?? row.created_at,
  }
}

function toPrice(price: string | null, source: string | null): BookedPrice {
  return { usdPrice: price ?? undefined, usdSource: source as UsdPriceSource }
}

export function fromRefund(refund: RefundRecord): Insertable<RefundRow> {
  const { attempt, transfer, recipientProof: proof } = refund
  const toText = (value: bigint | undefined) => (value === undefined ? null : String(value))
  return {
    id: refund.id,
    account_id: refund.accountId,
    charge_id: refund.chargeId,
    livemode: refund.livemode,
    reference: refund.reference,
    status: refund.status,
    chain_id: refund.chainId,
    token: refund.token,
    decimals: refund.decimals,
    symbol: refund.symbol,
    amount: String(refund.amount),
    reason: refund.reason,
    recipient: refund.recipient ?? null,
    recipient_proof: proof?.kind ?? null,
    recipient_signer: proof?.kind === 'signature' ? proof.signer : null,
    signed_namings: refund.namings.signed,
    unsigned_namings: refund.namings.unsigned,
    attempt_id: attempt?.id ?? null,
    attempt_account: attempt?.account ?? null,
    attempt_nonce: attempt?.nonce ?? null,
    attempt_asked_nonce: attempt?.askedNonce ?? null,
    attempt_from_block: toText(attempt?.fromBlock),
    attempt_started_at: attempt?.startedAt ?? null,
    attempt_searched_to: toText(attempt?.searchedTo),
    attempt_seen_sender: attempt?.seen?.sender ?? null,
    attempt_seen_nonce: attempt?.seen?.nonce ?? null,
    attempt_seen_at_block: toText(attempt?.seen?.seenAtBlock),
    attempt_searched_nonce: attempt?.searchedNonce ?? null,
    attempt_is_accepted: attempt?.isAccepted ?? false,
    release_at: attempt?.release?.at ?? null,
    release_block: toText(attempt?.release?.block),
    release_proven_to: toText(attempt?.release?.provenTo),
    release_waits_for: attempt?.release?.waitsFor ?? null,
    released_account: refund.released?.account ?? null,
    released_nonce: refund.released?.nonce ?? null,
    hash: refund.hash ?? null,
    position: transfer?.position ?? null,
    sent_amount: toText(transfer?.amount),
    block_number: toText(transfer?.block.number),
    block_hash: transfer?.block.hash ?? null,
    mined_at: transfer?.minedAt ?? null,
    sender: transfer?.sender ?? null,
    block_time: transfer?.blockTime ?? null,
    usd_price: transfer?.price.usdPrice ?? null,
    usd_source: transfer?.price.usdSource ?? null,
    fee: toText(transfer?.fee?.amount),
    fee_symbol: transfer?.fee?.symbol ?? null,
    fee_usd_price: transfer?.fee?.price.usdPrice ?? null,
    fee_usd_source: transfer?.fee?.price.usdSource ?? null,
    failure: refund.failure,
    unclear: fromUnclear(refund.unclear),
    dismissed: refund.dismissed.join(' '),
    searched_account: refund.searched?.account ?? null,
    searched_to: toText(refund.searched?.to),
    created_at: refund.createdAt,
  }
}
