import { formatAmount, parseAmount } from '../../../amount.ts'
import { Uuid } from '../../../api/schemas/fields.ts'
import { PayError } from '../../../errors.ts'
import { checkAssignment } from '../../domain/payments/assignment.ts'
import type { UnmatchedRecord } from '../../domain/unmatched/unmatched.ts'
import type { OpenStore } from '../../store/store.ts'
import { getMerchantAccount } from '../accounts/account-named.ts'
import { createOperatorError, type Print } from '../operator-error.ts'

export interface ListUnmatchedOptions {
  account: string
  status: string
  limit: string
  json?: boolean
}

const statusByOption = { unmatched: 'UNMATCHED', assigned: 'ASSIGNED', ignored: 'IGNORED' } as const

/**
 * Prints transfers that no charge could claim by proof, the newest first.
 *
 * @throws PayError `invalid_setting` for an option that cannot be used
 */
export async function listUnmatched(
  store: OpenStore,
  { account: name, status: text, limit, json }: ListUnmatchedOptions,
  print: Print,
): Promise<void> {
  const status = statusByOption[text as keyof typeof statusByOption]
  if (!status) throw createOperatorError('--status must be unmatched, assigned or ignored.')
  if (!/^([1-9]\d?|100)$/.test(limit))
    throw createOperatorError('--limit must be a number from 1 to 100.')
  const account = await getMerchantAccount(store, name)
  const query = { limit: Number(limit), cursor: undefined, status }
  const page = await store.listUnmatched(account.id, query)
  const transfers = page?.transfers ?? []
  for (const transfer of transfers) print(json ? toJson(transfer) : formatUnmatched(transfer))
  if (transfers.length === 0 && !json) print('There are no such payments.')
}

/**
 * Credits an unmatched transfer to a charge, by the operator's decision, also where several accounts share the address.
 *
 * @throws PayError `invalid_setting` for an input that cannot be used, and for a transfer that was decided on already
 */
export async function assignUnmatched(
  store: OpenStore,
  id: string,
  options: { charge: string; amount?: string },
  print: Print,
): Promise<void> {
  const chargeId = parseId(options.charge, '--charge')
  const record = await findUnmatched(store, id)
  const amount = resolveAmount(record, options.amount)
  const [charge] = await store.findCharges({ ids: [chargeId] })
  if (!charge) throw createOperatorError(`--charge: there is no charge ${chargeId}.`)
  try {
    const isAssigned = await store.assignTransfer(
      record.id,
      chargeId,
      amount,
      'cli',
      checkAssignment,
    )
    if (!isAssigned)
      throw createOperatorError(
        'This transfer has already been assigned or ignored, or its payer has proved which charge it is for.',
      )
  } catch (cause) {
    if (cause instanceof PayError && cause.code === 'conflict')
      throw createOperatorError(cause.message, cause)
    throw cause
  }
  print('Assigned. A running service credits it when its block is confirmed.')
}

/**
 * Marks an unmatched transfer as belonging to no charge.
 *
 * @throws PayError `invalid_setting` where there is none, and for one that was decided on already
 */
export async function ignoreUnmatched(store: OpenStore, id: string, print: Print): Promise<void> {
  const record = await findUnmatched(store, id)
  if (!(await store.ignoreTransfer(record.id, 'cli')))
    throw createOperatorError('This transfer has already been credited to a charge.')
  print('Ignored.')
}

async function findUnmatched(store: OpenStore, id: string): Promise<UnmatchedRecord> {
  const record = await store.getUnmatched(undefined, parseId(id, 'id'))
  if (record) return record
  throw createOperatorError(`There is no unmatched payment ${id}.`)
}

function parseId(text: string, field: string): string {
  if (Uuid.safeParse(text).success) return text.toLowerCase()
  throw createOperatorError(`${field} must be a UUID, not "${text.slice(0, 80)}".`)
}

function resolveAmount(
  { amount, decimals }: UnmatchedRecord,
  amountOption: string | undefined,
): bigint {
  if (amount !== undefined) return amount
  if (amountOption === undefined)
    throw createOperatorError('--amount is required: the chain does not show how much arrived.')
  try {
    const units = parseAmount(amountOption, decimals)
    if (units > 0n && units < 1n << 256n) return units
  } catch (cause) {
    throw createOperatorError(`--amount: ${PayError.from(cause, 'invalid_amount').message}`)
  }
  throw createOperatorError('--amount must be above 0.')
}

function toJson(record: UnmatchedRecord): string {
  return JSON.stringify(record, (_, value) => (typeof value === 'bigint' ? String(value) : value))
}

function formatUnmatched(record: UnmatchedRecord): string {
  const { id, hash, sender, amount, decimals, symbol, minedAt, status, reason, isShared } = record
  const money = amount === undefined ? `? ${symbol}` : `${formatAmount(amount, decimals)} ${symbol}`
  const note = isShared ? '  (address shared by accounts)' : ''
  const head = `${minedAt.toISOString()}  ${id}  ${status.padEnd(9)}  ${money}`
  return `${head}  from ${sender || '?'}  in ${hash}${note}  ${reason}`.trimEnd()
}
