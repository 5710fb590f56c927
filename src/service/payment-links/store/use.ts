import { type Kysely, sql } from 'kysely'
import { anyOf } from '../../db/any-of.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { LinkUse } from '../payment-links.ts'

/** Up to which number completed charges are counted of a link that takes any number of payments: each stranger's visit counts them. */
const maxCounted = 1000

const isOpen = sql`charges.status in ('NEW', 'PENDING', 'FAILED')`

type Counted = Pick<LinkUse, 'completed' | 'open' | 'freeAt'> & {
  id: string
  isPayable: boolean
  /** Charges with money. */
  paid: number
  /** Charges whose time is over, with a payment that is pending. */
  late: number
}

/**
 * Counts the charges of these links, by link. A charge is open until it is marked as expired: as long as its chains may still show a
 * payment of it in time, its place is not given to anybody else. Money that arrives later takes a place, too.
 */
export async function countUse(
  db: Kysely<Tables>,
  linkIds: readonly string[],
): Promise<ReadonlyMap<string, LinkUse>> {
  if (linkIds.length === 0) return new Map()
  const countPaid = (condition: ReturnType<typeof sql>) => sql`(
    select count(*) from (
      select from charges where payment_link_id = link.id and payment_status <> 'unpaid' and ${condition}
        limit coalesce(link.max_payments, ${maxCounted}::integer)
    ) as counted)`
  const { rows } = await sql<Counted>`
    select link.id, waiting.open, waiting.free_at,
      exists (select from charges where payment_link_id = link.id and ${isOpen}) as is_payable,
      ${countPaid(sql`charges.status = 'COMPLETED'`)} as completed,
      ${countPaid(sql`true`)} as paid,
      (select count(distinct charges.id) from payments join charges on charges.id = payments.charge_id
        where payments.status = 'PENDING' and charges.payment_link_id = link.id
          and charges.payment_status = 'unpaid' and not ${isOpen}) as late
    from payment_links as link cross join lateral (
      select count(*) as open,
        min(charges.expires_at) filter (where charges.status <> 'PENDING') as free_at
      from charges where payment_link_id = link.id and payment_status = 'unpaid' and ${isOpen}
    ) as waiting
    where link.id = ${anyOf(linkIds, 'uuid')}`.execute(db)
  return new Map(
    rows.map(({ id, completed, open, freeAt, isPayable, paid, late }) => [
      id,
      { completed, open, freeAt, isBeingPaid: isPayable || late > 0, taken: paid + open + late },
    ]),
  )
}
