import type pg from 'pg'
import { getAddress } from 'viem'
import { chainId } from '../support/harness.ts'
import { until } from '../support/wait.ts'
import { idOf } from './service.ts'

/** Rows that one statement adds. */
const batch = 50_000

/** Who pays every tenth charge, as an exchange does. */
export const busyPayer = `0x${'ab'.repeat(20)}`

// Nothing is at the tokens' addresses: those of precompiled contracts answer every call, and are asked several times.
/** SQL for the hash of a transaction, an address and a term. */
const hashOf = (number: string) => `'0x' || lpad(to_hex(${number}), 64, '0')`
const addressOf = (number: string) => `'0x' || lpad(to_hex(${number}), 40, '0')`
const termOf = (json: string) => `substring(sha256(convert_to(${json}, 'UTF8')) from 1 for 16)`

/**
 * A year of charges of a large account, and of others who have every tenth: two thirds are paid, nearly all at one price, with
 * their payments, transfers, events, deliveries and refunds; and unmatched money.
 *
 * @param accounts the large one first
 */
export async function fillShop(
  client: pg.Client,
  accounts: readonly string[],
  charges: number,
): Promise<void> {
  // Each row refers to what it is made of, so that only the checks are left out, which take longer than all.
  await client.query('set session_replication_role = replica')
  await client.query(`set synchronous_commit = off; set work_mem = '256MB'`)
  const accountOf = `(array['${accounts.join("','")}']::uuid[])[case n % 10 when 0 then 2 + n / 10 % ${accounts.length - 1} else 1 end]`
  for (let from = 1; from <= charges; from += batch) {
    const to = Math.min(from + batch - 1, charges)
    await client.query(
      `insert into charges (id, account_id, livemode, reference, pricing_type, local_amount, local_currency, chain_id,
          recipient, token, token_type, decimals, symbol, amount, price_source, metadata, success_url, cancel_url, created_at,
          expires_at, status, paid_at, name)
        select ${idOf('at')}, account, true, lpad(to_hex(n), 32, '0'), 'fixed_price', price::text, 'USD', $1,
          '0x' || substr(md5(account::text), 1, 32) || '00000000', ${addressOf('n % 100 + 65536')}, 'ERC20', 6, 'DUSD', price * 1000000, 'usd_peg',
          ('{"order":"A-' || n || '","channel":"web"}')::json, '', '', at, at + interval '24 hours', status,
          case status when 'COMPLETED' then at + interval '1 minute' end, 'Mug'
        from (
          select n, at, ${accountOf} as account, case n % 10 when 3 then 10 + n % 500 else 5 end as price,
            case when at > now() - interval '20 hours' then 'NEW' when n % 5000 = 1 then 'CANCELLED' when n % 3 = 0
              then 'EXPIRED' else 'COMPLETED' end as status
          from (
            select n, date_trunc('milliseconds', now() - ($2::bigint - n) * (interval '365 days' / $2::bigint)) as at
            from generate_series($3::bigint, $4::bigint) as n
          ) as timed
        ) as numbered order by n`,
      [chainId, charges, from, to],
    )
  }
  const statements = [
    `insert into charge_counts select account_id, status, 0, count(*) from charges group by 1, 2`,
    `insert into destinations select chain_id, token, recipient, account_id, 6, 'DUSD', min(created_at), max(created_at),
        max(expires_at) from charges group by 1, 2, 3, 4`,
    `insert into charge_status_history (charge_id, status, time)
      select id, status, created_at from charges where status <> 'NEW' order by seq`,
    `insert into payments (id, charge_id, account_id, chain_id, hash, token, status, reason, received_amount, payer_address,
        proof, block_number, block_hash, created_at, verified_at, next_check_at)
      select ${idOf('created_at')}, id, account_id, chain_id, ${hashOf('seq')}, token, 'COMPLETED', '', amount,
        case seq % 10 when 1 then '${getAddress(busyPayer)}' else ${addressOf('seq')} end, 'reference', 1, ${hashOf('seq')}, created_at,
        created_at, now() + interval '1 year'
      from charges where status = 'COMPLETED' order by seq`,
    `insert into transfers (id, chain_id, hash, position, token, recipient, sender, amount, counted_amount, block_number,
        block_hash, mined_at, block_time, usd_price, usd_source, account_id, status, proof, reason, payment_id, charge_id,
        mentioned_references, is_hidden, is_booked_apart, created_at)
      select payment.id, payment.chain_id, hash, 0, payment.token, charge.recipient, payer_address, received_amount,
        received_amount, 1, block_hash, payment.created_at, date_trunc('second', payment.created_at), 1, 'peg',
        payment.account_id, 'CREDITED', 'reference', '', payment.id, charge_id, '', false, false, payment.created_at
      from payments as payment join charges as charge on charge.id = charge_id`,
    `insert into charge_terms (account_id, term, created_at, charge_id)
      select account_id, term, created_at, id from charges cross join lateral unnest(array[
        ${termOf(`'["metadata","order","' || lower(metadata::json->>'order') || '"]'`)},
        ${termOf(`'["text","' || lower(metadata::json->>'order') || '"]'`)},
        ${termOf(`'["metadata","channel","web"]'`)}, ${termOf(`'["text","mug"]'`)},
        ${termOf(`'["text","' || local_amount || '"]'`)},
        case when status = 'COMPLETED' and seq % 10 = 1 then ${termOf(`'["text","${busyPayer}"]'`)} end
      ]) as term where term is not null order by 1, 2, 3, 4`,
    `insert into webhook_endpoints (id, account_id, url, secret, is_default)
      select gen_random_uuid(), id, 'http://127.0.0.1:9/', 'whsec_AAAA', true from accounts`,
    // As if one was given up: the service deletes other events after some months.
    `insert into webhook_events (id, account_id, charge_id, charge_sequence, type, body, created_at, has_failed)
      select ${idOf('created_at')}, account_id, id, 1, 'charge:confirmed', json_build_object('id', id, 'type', 'webhook.test', 'livemode', true, 'created_at', '2026-01-01T00:00:00.000Z', 'data', json_build_object('endpoint', id, 'padding', repeat('x', 800))), created_at, true
      from charges where status = 'COMPLETED' order by seq`,
    `insert into webhook_deliveries (event_id, endpoint_id, seq, account_id, charge_id, event_created_at, status, attempts)
      select event.id, endpoint.id, event.seq, event.account_id, charge_id, event.created_at,
        case event.seq % 10000 when 0 then 'FAILED' else 'DELIVERED' end, 1
      from webhook_events as event join webhook_endpoints as endpoint on endpoint.account_id = event.account_id`,
    `insert into refunds (id, account_id, livemode, charge_id, reference, status, chain_id, token, decimals, symbol, amount, recipient,
        recipient_proof, signed_namings, unsigned_namings, attempt_id, attempt_is_accepted, attempt_account, attempt_from_block, hash, position, sent_amount, block_number, block_hash,
        mined_at, sender, block_time, booked_at, usd_price, usd_source, unclear, dismissed, created_at, next_check_at)
      select ${idOf('created_at')}, account_id, true, charge_id, md5(id::text), 'COMPLETED', chain_id, token, 6, 'DUSD', 1,
        ${addressOf('seq')}, 'merchant', 0, 0, id, true, ${addressOf('1')}, 1, ${hashOf('seq + 10000000')}, 0, 1, 1, ${hashOf('1')},
        created_at, ${addressOf('1')}, date_trunc('second', created_at), date_trunc('second', created_at), 1, 'peg', '[]', '', created_at,
        now() + interval '1 year'
      from payments where seq % 20 = 1`,
    // Of others the newest; of the large account some in each status. In a block that the chain cannot have replaced.
    `insert into transfers (id, chain_id, hash, position, token, recipient, sender, amount, block_number, block_hash, mined_at,
        block_time, usd_price, usd_source, account_id, status, reason, mentioned_references, is_hidden, is_booked_apart, created_at)
      select gen_random_uuid(), chain_id, ${hashOf('n + 20000000')}, 0, token, recipient, ${addressOf('n % 50')},
        case when n % 10 = 0 then 4900 else 4900000 end,
        1000000000, ${hashOf('1')}, at, date_trunc('second', at), 1, 'peg', account_id,
        case when account_id <> '${accounts[0]}' or n % 2 = 0 then 'UNMATCHED' else 'IGNORED' end, 'NO_REFERENCE', '', false, false, at
      from (
        select *, row_number() over (order by account_id <> '${accounts[0]}', token) - 1 as place, count(*) over () as places
        from destinations
      ) as placed join (
        select n, now() - n * interval '20 minutes' as at from generate_series(1, ${charges / 50}) as n
      ) as numbered on place = n % places
      order by account_id = '${accounts[0]}' desc, n desc`,
  ]
  for (const statement of statements) await client.query(statement)
  // Plans depend on it, and a transaction that the server itself has open, such as of its own vacuum, postpones it.
  await until('every page to be marked as seen by all', async () => {
    await client.query('vacuum (analyze)')
    const { rows } = await client.query(
      `select from pg_class where relname in ('charges', 'charge_terms') and relallvisible < relpages`,
    )
    return rows.length === 0 || undefined
  })
  // What the disk has not yet written is written before anything is measured.
  await client.query('checkpoint')
}
