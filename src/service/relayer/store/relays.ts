import { type Kysely, type Selectable, sql } from 'kysely'
import type { Address } from '../../chain/types/address.ts'
import type { SignedAuthorization } from '../../chain/types/authorizations.ts'
import type { ChargeRecord } from '../../charges/records.ts'
import type { RelayedAuthorizationRow } from '../../db/tables/relayer.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type {
  BeginResult,
  ChargeRelay,
  PayerFunds,
  RelayCounts,
  RelayedMoney,
  RelayRecord,
} from '../records.ts'
import { beginRelay, findRelay } from './begin.ts'
import { toRelay } from './rows.ts'

/**
 * Creates the part of the store for signed transfers that were accepted for relaying. Locks are taken in one order: the charge, the
 * payer, the account.
 */
export function createRelayStore(db: Kysely<Tables>) {
  return {
    /** Returns the newest record of exactly this authorization for a charge; undefined where it was never accepted. */
    async findRelay(
      chargeId: string,
      authorization: SignedAuthorization,
    ): Promise<RelayRecord | undefined> {
      return await findRelay(db, chargeId, authorization)
    },

    /** Returns what was accepted for a charge, and has not failed. */
    async listUnfailedRelays(chargeId: string): Promise<readonly ChargeRelay[]> {
      const { rows } = await sql<RelayRow & Pick<ChargeRelay, 'money'>>`
        select relay.*, ${readMoney} as money from relayed_authorizations as relay
        where charge_id = ${chargeId} and status <> 'FAILED' order by created_at`.execute(db)
      return rows.map(({ money, ...row }) => ({ ...toRelay(row), money }))
    },

    /** Returns the newest record with this name of its client's; undefined for none. */
    async findRelayByPaymentId(
      chargeId: string,
      paymentId: string,
    ): Promise<RelayRecord | undefined> {
      const { rows } = await sql<RelayRow>`
        select * from relayed_authorizations where charge_id = ${chargeId} and payment_id = ${paymentId}
        order by created_at desc limit 1`.execute(db)
      const [row] = rows
      return row && toRelay(row)
    },

    /** Returns what is under way of an account in a token, for any charge. */
    async listUnderWay({
      chainId,
      token,
      from,
    }: Pick<RelayRecord, 'chainId' | 'token' | 'from'>): Promise<readonly RelayRecord[]> {
      const { rows } = await sql<RelayRow>`
        select * from relayed_authorizations
        where chain_id = ${chainId} and token = ${token} and sender = ${from} and status = 'RELAYING'`.execute(
        db,
      )
      return rows.map(toRelay)
    },

    /**
     * Accepts an authorization and takes the next nonce of an account for it, under the locks of the charge and of the account.
     * No two calls take one nonce, whatever process they come from. Where it is not begun, nothing is written.
     *
     * @param chainNonce the account's next nonce by the chain: those below it wait no more
     * @param funds of the payer: all that is under way of it and unused fits in its balance, so that no two fail by each other
     * @param check throws where the charge, as it is under its lock, takes no authorization
     */
    async beginRelay(
      relay: RelayRecord,
      account: Address,
      chainNonce: number,
      counts: RelayCounts,
      funds: PayerFunds,
      check: (charge: ChargeRecord) => void,
    ): Promise<BeginResult> {
      return await keepBegun(db, (tx) =>
        beginRelay(tx, relay, account, chainNonce, counts, funds, check),
      )
    },

    /** Returns what has become of an authorization's money; undefined until a transfer with its nonce was recorded. */
    async readMoney(relayId: string): Promise<RelayedMoney | undefined> {
      const row = await db
        .selectFrom('relayedAuthorizations as relay')
        .select(readMoney.as('money'))
        .where('id', '=', relayId)
        .executeTakeFirst()
      return row?.money
    },
  }
}

/** The signed transfers that were accepted for relaying. */
export type RelayStore = ReturnType<typeof createRelayStore>

type RelayRow = Selectable<RelayedAuthorizationRow>

/** Begins a relay in a transaction that keeps nothing of what was not begun. */
async function keepBegun(
  db: Kysely<Tables>,
  begin: (tx: Kysely<Tables>) => Promise<BeginResult>,
): Promise<BeginResult> {
  try {
    return await db.transaction().execute(async (tx) => {
      const result = await begin(tx)
      if (result.outcome !== 'begun') throw new NotBegun(result)
      return result
    })
  } catch (cause) {
    if (cause instanceof NotBegun) return cause.result
    throw cause
  }
}

class NotBegun extends Error {
  readonly result: BeginResult

  constructor(result: BeginResult) {
    super(result.outcome)
    this.result = result
  }
}

/** What has become of a relay's money: the token takes its nonce once, so at most one transfer has it. */
const readMoney = sql<RelayedMoney | undefined>`(
  select case when status = 'UNMATCHED' then 'waiting'
    when payment_id is not null and transfers.charge_id = relay.charge_id then 'credited' else 'decided' end
  from transfers where transfers.authorization_nonce = relay.nonce and transfers.chain_id = relay.chain_id
    and transfers.token = relay.token and transfers.sender = relay.sender
  limit 1
)`
