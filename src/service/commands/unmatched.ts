import { formatAmount, parseAmount } from '../../amount.ts'
import { Uuid } from '../../api/fields.ts'
import { PayError } from '../../errors.ts'
import { checkAssignment } from '../domain/assignment.ts'
import type { UnmatchedRecord } from '../domain/records.ts'
import type { OpenStore } from '../store/store.ts'
import { accountNamed } from './account-named.ts'
import { type Print, wrong } from './operator-fault.ts'

export interface ListUnmatchedOptions {
  account: string
  status: string
  limit: string
  json?: boolean
}

const statuses = { unmatched: 'UNMATCHED', assigned: 'ASSIGNED', ignored: 'IGNORED' } as const

/**
 * Shows money that no charge could claim by proof, the newest first.
 *
 * @throws PayError `invalid_setting` for an option that cannot be used
 */
export async function listUnmatched(
  store: OpenStore,
  { account: name, status: text, limit, json }: ListUnmatchedOptions,
  print: Print,
): Promise<void> {
  const status = statuses[text as keyof typeof statuses]
  if (!status) throw wrong('--status must be unmatched, assigned or ignored.')
  if (!/^([1-9]\d?|100)$/.test(limit)) throw wrong('--limit must be a number from 1 to 100.')
  const account = await accountNamed(store, name)
  const query = { limit: Number(limit), cursor: undefined, status }
  const found = await store.listUnmatched(account.id, query)
  const transfers = found?.transfers ?? []
  for (const one of transfers) print(json ? asJson(one) : line(one))
  if (transfers.length === 0 && !json) print('There is none.')
}

/**
 * Credits unmatched money to a charge at the operator's word, also where several accounts are paid at one address.
 *
 * @throws PayError `invalid_setting`
 */
export async function assignUnmatched(
  store: OpenStore,
  id: string,
  options: { charge: string; amount?: string },
  print: Print,
): Promise<void> {
  const chargeId = readId(options.charge, '--charge')
  const record = await find(store, id)
  const amount = readAmount(record, options.amount)
  const [charge] = await store.chargesFor({ ids: [chargeId] })
  if (!charge) throw wrong(`--charge: there is no charge ${chargeId}.`)
  try {
    const made = await store.assignTransfer(record.id, chargeId, amount, checkAssignment)
    if (!made) throw wrong('It was decided otherwise already, or its payer has proved it.')
  } catch (cause) {
    if (cause instanceof PayError && cause.code === 'conflict') throw wrong(cause.message, cause)
    throw cause
  }
  print('Assigned. It is credited when its block is confirmed, by a running service.')
}

/**
 * Says that unmatched money is for no charge.
 *
 * @throws PayError `invalid_setting`
 */
export async function ignoreUnmatched(store: OpenStore, id: string, print: Print): Promise<void> {
  const record = await find(store, id)
  if (!(await store.ignoreTransfer(record.id))) throw wrong('It was decided otherwise already.')
  print('Ignored.')
}

async function find(store: OpenStore, id: string): Promise<UnmatchedRecord> {
  const record = await store.unmatched(undefined, readId(id, 'id'))
  if (record) return record
  throw wrong(`There is no unmatched payment ${id}.`)
}

function readId(text: string, field: string): string {
  if (Uuid.safeParse(text).success) return text.toLowerCase()
  throw wrong(`${field} must be a UUID, not "${text.slice(0, 80)}".`)
}

function readAmount({ amount, decimals }: UnmatchedRecord, said: string | undefined): bigint {
  if (amount !== undefined) return amount
  if (said === undefined) throw wrong('--amount is needed: the chain does not tell how much came.')
  try {
    const units = parseAmount(said, decimals)
    if (units > 0n && units < 1n << 256n) return units
  } catch (cause) {
    throw wrong(`--amount: ${PayError.from(cause, 'invalid_amount').message}`)
  }
  throw wrong('--amount must be above 0.')
}

function asJson(record: UnmatchedRecord): string {
  return JSON.stringify(record, (_, value) => (typeof value === 'bigint' ? String(value) : value))
}

function line(record: UnmatchedRecord): string {
  const { id, hash, sender, amount, decimals, symbol, minedAt, status, reason, shared } = record
  const money = amount === undefined ? `? ${symbol}` : `${formatAmount(amount, decimals)} ${symbol}`
  const where = shared ? '  (address shared by accounts)' : ''
  const head = `${minedAt.toISOString()}  ${id}  ${status.padEnd(9)}  ${money}`
  return `${head}  from ${sender || '?'}  in ${hash}${where}  ${reason}`.trimEnd()
}
