import type { Address } from 'viem'
import type { UnmatchedEvent } from '../../../src/api/schemas/webhook.ts'
import { checksum, coin } from './cast.ts'
import { type Block, listMovements, type Tx } from './chain.ts'
import { listSends } from './effects.ts'
import { findExportFault } from './export.ts'
import type { ModelCharge } from './scene.ts'
import type { World } from './world.ts'

// The fuzzer's own ledger: what arrived on the chain as it is in the end, and whom its senders meant, held against what
// the service says.

/** The service's books are wrong. */
export class Violation extends Error {
  /** The text without what is of this world alone: two that have it in common are one fault. */
  get kind(): string {
    const [first = ''] = this.message.split('\n')
    return first.replace(/, in .*/, '').replace(/0x[\da-f]+|[\da-f-]{36}|\d+/g, '…')
  }
}

interface Transfer {
  id: string
  hash: string
  token: string
  recipient: string
  sender: string
  amount: bigint | undefined
  status: string
  proof: string | undefined
  paymentId: string | undefined
  chargeId: string | undefined
}

/** Compares the service's books with the chain's. Everything has been decided by now. */
export async function checkBooks(world: World): Promise<void> {
  const transfers: Transfer[] = await world.service.db
    .selectFrom('transfers')
    .select(['id', 'hash', 'token', 'recipient', 'sender', 'amount', 'status', 'proof'])
    .select(['paymentId', 'chargeId'])
    .execute()
  const byHash = Map.groupBy(transfers, ({ hash }) => hash)
  const mined = world.chain.blocks.flatMap((block) => block.txs.map((tx) => ({ block, tx })))
  for (const { tx } of mined) checkArrived(world, tx, byHash.get(tx.hash) ?? [])
  const onChain = new Set<string>(mined.map(({ tx }) => tx.hash))
  const mayStay = (status: string) =>
    !world.features.unmatchedTakenBack && (status === 'UNMATCHED' || status === 'IGNORED')
  for (const one of transfers)
    if (!onChain.has(one.hash) && !mayStay(one.status))
      fail(world, `${one.status} money of ${one.hash}, which is on no chain`)
  await checkBlocks(world)
  for (const one of transfers) checkAuthor(world, one)
  for (const { block, tx } of mined) checkHonest(world, block, tx, byHash.get(tx.hash) ?? [])
  await checkCharges(world, transfers)
  await checkEvents(world, transfers)
  const exportFault = await findExportFault(world)
  if (exportFault !== undefined) fail(world, exportFault)
}

function fail(world: World, text: string, tx?: Tx): never {
  throw new Violation(tx ? `${text}, in ${world.describe(tx)}` : text)
}

/** Each transfer, and each payment that has not failed, is in the block that the chain has its transaction in. */
async function checkBlocks({ service: { db }, chain }: World): Promise<void> {
  const transfers = await db.selectFrom('transfers').select(['hash', 'blockHash']).execute()
  const payments = await db
    .selectFrom('payments')
    .select(['hash', 'blockHash'])
    .where('status', '<>', 'FAILED')
    .execute()
  for (const [kind, rows] of Object.entries({ transfer: transfers, payment: payments }))
    for (const { hash, blockHash } of rows) {
      const tx = chain.known.get(hash as Tx['hash'])
      if (blockHash === undefined || blockHash !== (tx && chain.blockOf(tx)?.hash))
        throw new Violation(`a ${kind} is in a block that its transaction is not in: ${hash}`)
    }
}

/** Credited + unmatched = arrived, to the unit, for every token and recipient. */
function checkArrived(world: World, tx: Tx, transfers: readonly Transfer[]): void {
  const arrived = new Map<string, bigint>()
  const recorded = new Map<string, bigint>()
  const keyOf = (token: string, recipient: string) => `${token} to ${recipient}`.toLowerCase()
  const add = (sums: Map<string, bigint>, key: string, amount: bigint) =>
    sums.set(key, (sums.get(key) ?? 0n) + amount)
  for (const { token, from, to, amount } of listMovements(tx))
    if (amount > 0n && from !== to && world.isWatched(token, to))
      add(arrived, keyOf(token, to), amount)
  const untold = new Set<string>()
  for (const { token, recipient, amount } of transfers) {
    if (amount === undefined) untold.add(keyOf(token, recipient))
    else if (world.isWatched(token.toLowerCase() as Address, recipient.toLowerCase() as Address))
      add(recorded, keyOf(token, recipient), amount)
  }
  for (const key of new Set([...arrived.keys(), ...recorded.keys()])) {
    if (untold.has(key)) continue
    const [is, was] = [recorded.get(key) ?? 0n, arrived.get(key) ?? 0n]
    const mayBeLess =
      !world.features.coinByContracts && key.startsWith(coin) && listSends(tx.steps).length > 0
    if (is !== was && !(mayBeLess && is < was))
      fail(world, `${was} arrived and ${is} is recorded of ${key}`, tx)
  }
}

/** No charge is credited by money whose author did not mean it. */
function checkAuthor(world: World, one: Transfer): void {
  const { status, proof, chargeId: id, hash, sender } = one
  if (status !== 'CREDITED' && status !== 'ASSIGNED') return
  const charge = world.charges.find((other) => other.id === id)
  if (!charge) fail(world, `transfer ${one.id} is credited to no charge`)
  const author = sender.toLowerCase() as Address
  const tx = world.chain.known.get(hash as Tx['hash'])
  const isMeant = {
    reference: () => tx?.named.get(author)?.includes(charge.reference),
    amount: () => charge.reserved.includes(one.amount ?? -1n),
    signature: () => world.signed.get(`${hash} ${author}`)?.has(charge.id),
    merchant: () =>
      world.assigned.get(one.id) === charge.id || world.decided.has(`${hash} ${charge.id}`),
  }[proof ?? '']
  if (!isMeant?.())
    fail(
      world,
      `${one.amount} of ${author} is credited to ${world.nameOf(charge.reference)} by ${proof}`,
      tx,
    )
  if (checksum(charge.token) !== one.token || checksum(charge.recipient) !== one.recipient)
    fail(world, `${one.token} is credited to a charge in ${charge.token}`, tx)
}

/** What names its charge in a form that the service reads, in time, is credited. */
function checkHonest(world: World, block: Block, tx: Tx, transfers: readonly Transfer[]): void {
  if (tx.hasReverted) return
  for (const { movement, reference } of tx.honest) {
    const charge = world.charges.find((one) => one.reference === reference)
    const isOpen = charge && !charge.isCanceled && block.time * 1000 < charge.expiresAt
    if (!isOpen || block.time * 1000 < charge.createdAt) continue
    const [token, recipient] = [checksum(movement.token), checksum(movement.to)]
    const same = transfers.filter(
      (one) => one.token === token && one.recipient === recipient && one.amount === movement.amount,
    )
    // What the merchant has decided stands, and it may have been decided while a node described it otherwise.
    const isCredited = same.some(
      (one) => one.chargeId === charge.id || ['ASSIGNED', 'IGNORED'].includes(one.status),
    )
    const isUncertain = movement.token === coin && same.some((one) => one.chargeId !== undefined)
    if (!isCredited && !isUncertain)
      fail(world, `${movement.amount} for ${world.nameOf(reference)} is not credited`, tx)
  }
}

/** What a charge says is the sum of what was credited to it. */
async function checkCharges(world: World, transfers: readonly Transfer[]): Promise<void> {
  const { db } = world.service
  const payments = await db.selectFrom('payments').selectAll().execute()
  const rows = await db.selectFrom('charges').select(['id', 'status', 'amount']).execute()
  const ofPayment = Map.groupBy(transfers, ({ paymentId }) => paymentId)
  for (const { id, hash, token, status, receivedAmount, reason } of payments) {
    const own = ofPayment.get(id) ?? []
    const mayWait = !world.features.coinConfirmedUntraced && token === coin
    if (status === 'PENDING' && !mayWait)
      fail(world, `payment of ${token} is still pending`, world.chain.known.get(hash as Tx['hash']))
    const sum = own.reduce((total, { amount }) => total + (amount ?? 0n), 0n)
    if (status === 'COMPLETED' && sum !== receivedAmount)
      fail(world, `payment ${hash} counts ${receivedAmount}, and its transfers ${sum}`)
    if (status === 'FAILED' && own.length > 0)
      fail(world, `payment ${hash} failed (${reason}) and has money`)
  }
  for (const { id, status, amount } of rows) {
    const total = payments
      .filter((one) => one.chargeId === id && one.status === 'COMPLETED')
      // Undefined where it is the same as the one before.
      .map((one) => one.creditedAmount ?? one.countedAmount ?? one.receivedAmount)
      .reduce((sum, credited) => sum + credited, 0n)
    const isPaid = total >= amount
    if (isPaid !== (status === 'COMPLETED'))
      fail(world, `${name(world, id)} is ${status}, and ${total} of ${amount} is credited`)
  }
}

function name({ charges, nameOf }: World, id: string): string {
  return nameOf(charges.find((one: ModelCharge) => one.id === id)?.reference ?? id)
}

const eventOf: Record<string, string | undefined> = {
  PENDING: 'charge:pending',
  COMPLETED: 'charge:confirmed',
  FAILED: 'charge:failed',
  EXPIRED: 'charge:expired',
  CANCELLED: 'charge:canceled',
}

/** Returns how many transfers an event counts and does not show. */
function countHidden(body: string): number {
  const { more } = JSON.parse(body) as UnmatchedEvent
  return more ? more.count - more.payments.length : 0
}

/** Every change is told, no state twice in a row, and the last event is the state. All unmatched money is told. */
async function checkEvents(world: World, transfers: readonly Transfer[]): Promise<void> {
  const { db } = world.service
  const events = await db
    .selectFrom('webhookEvents')
    .select(['chargeId', 'type', 'body'])
    .orderBy('seq')
    .execute()
  const rows = await db.selectFrom('charges').select(['id', 'status']).execute()
  const ofCharge = Map.groupBy(events, ({ chargeId }) => chargeId)
  for (const { id, status } of rows) {
    const told = (ofCharge.get(id) ?? []).filter(({ type }) => type in known)
    const last = told.at(-1)?.type
    if (last !== eventOf[status])
      fail(world, `${name(world, id)} is ${status}, and ${last} was told`)
    for (const [index, { type, body }] of told.entries()) {
      const before = told[index - 1]
      if (
        type === 'charge:confirmed' &&
        before?.type === type &&
        readPaid(body) === readPaid(before.body)
      )
        fail(world, `${name(world, id)} was confirmed twice, and nothing told between`)
    }
  }
  const unmatched = events
    .filter(({ type }) => type === 'payment:unmatched')
    .map(({ body }) => body)
  // An event shows the first of many that come together, and counts the others.
  const text = unmatched.join()
  const hidden = unmatched.reduce((sum, body) => sum + countHidden(body), 0)
  const missing = transfers.filter(({ id, status }) => status === 'UNMATCHED' && !text.includes(id))
  if (missing.length > hidden)
    fail(
      world,
      `unmatched money of ${missing[0]?.hash} was not told (${missing.length} missing, ${hidden} counted)`,
    )
}

const known = Object.fromEntries(Object.values(eventOf).map((type) => [type ?? '', true]))

/** What an event says of a charge's payments. */
function readPaid(body: string): string {
  const { data } = JSON.parse(body) as { data: { payments: Record<string, unknown>[] } }
  return JSON.stringify(
    data.payments.map((one) => [
      one.payerTransactionHash,
      one.status,
      one.paidAmountInRequestedToken,
    ]),
  )
}
