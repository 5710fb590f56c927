// Money: payments, and the transfers that they consist of.
import { nativeAddress } from '../../../../../api/formats.ts'
import { shortForm } from '../../../short-form.ts'
import { isPaymentProof, isTransactionHash } from '../checks.ts'

export const payments = [
  `create table payments (
    id uuid primary key,
    seq bigint generated always as identity unique,
    charge_id uuid not null references charges,
    -- The charge's.
    account_id uuid not null references accounts,
    chain_id bigint not null,
    hash text not null check (hash ${isTransactionHash}),
    token text not null,
    status text not null check (status in ('PENDING', 'COMPLETED', 'FAILED')),
    reason text not null,
    received_amount numeric(78, 0) not null check (received_amount >= 0),
    -- Null: the same as received_amount, as for nearly every payment.
    counted_amount numeric(78, 0) check (counted_amount > 0 and counted_amount <= received_amount),
    credited_amount numeric(78, 0) check (credited_amount >= 0),
    payer_address text not null,
    -- Those of its transfers, written by their trigger; null while the chain does not have all of them in one block.
    block_number numeric(20, 0),
    block_hash text,
    -- The time of its block, or of the last one that it had.
    mined_at timestamptz,
    proof text not null check (proof ${isPaymentProof}),
    created_at timestamptz not null,
    verified_at timestamptz,
    next_check_at timestamptz not null,
    seen_at timestamptz,
    check (status <> 'COMPLETED' or received_amount > 0),
    check ((status = 'PENDING') = (verified_at is null)),
    check ((block_number is null) = (block_hash is null)),
    check (status <> 'FAILED' or block_hash is null)
  )`,
  // All transfers of one transaction to one charge in one token are one payment.
  `create unique index payments_credit on payments (hash, chain_id, charge_id, token)
    where status <> 'FAILED'`,
  `create index payments_failed_hash on payments (hash) where status = 'FAILED'`,
  // A page of the list is one range of one of these.
  `create index payments_list on payments (account_id, created_at, id)`,
  `create index payments_list_failed on payments (account_id, created_at, id) where status = 'FAILED'`,
  `create index payments_list_payer on payments (account_id, payer_address, created_at, id)`,
  `create index payments_charge on payments (charge_id, seq)`,
  `create index payments_pending on payments (chain_id, next_check_at) where status = 'PENDING'`,
  // Credited payments are checked for as long as a reorganization may remove them.
  `create index payments_credited on payments (chain_id, block_number) where status = 'COMPLETED'`,

  // The sum that a transaction brought, in one token at one recipient, as far as reads of it show; null where they do not.
  `create table arrivals (
    chain_id bigint not null,
    hash text not null,
    token text not null,
    recipient text not null,
    amount numeric check (amount > 0),
    block_hash text not null,
    -- Who has signed the transaction: where another one has the nonce, this one is never mined again.
    signer text,
    nonce bigint,
    -- Whether no read has shown more of the transaction than the logs of these transfers.
    is_from_logs boolean not null default false,
    primary key (chain_id, hash, token, recipient)
  )`,

  // One transfer is credited once: it has one row, and a row belongs to at most one payment.
  `create table transfers (
    id uuid primary key,
    seq bigint generated always as identity unique,
    chain_id bigint not null check (chain_id > 0),
    hash text not null check (hash ${isTransactionHash}),
    position integer not null,
    token text not null,
    recipient text not null,
    sender text not null,
    -- The nonce with which the sender authorized it (EIP-3009), by the token's own log; null for any other.
    authorization_nonce text check (authorization_nonce ~ '^0x[0-9a-f]{64}$'),
    amount numeric(78, 0) check (amount > 0),
    counted_amount numeric(78, 0) check (counted_amount > 0 and counted_amount <= amount),
    block_number numeric(20, 0) not null,
    -- Null while the chain does not have it: a reorganization has taken it back, and the number is that of its last block.
    block_hash text,
    mined_at timestamptz not null,
    -- The block's own timestamp, for the books. Mined_at is corrected to the service's clock.
    block_time timestamptz not null,
    -- US dollars of a whole token at its block, and how that is known.
    usd_price text check (usd_price::numeric > 0),
    usd_source text not null default 'unavailable' check (usd_source in ('peg', 'feed', 'none', 'unavailable')),
    -- In whose books it stands, and who decides: the account of its charge, else the holder of the address.
    account_id uuid not null references accounts,
    status text not null check (status in ('CREDITED', 'UNMATCHED', 'ASSIGNED', 'IGNORED')),
    -- Whether it is listed apart while it waits. Its trigger decides.
    is_hidden boolean not null,
    -- When the merchant last decided about it, and whether its rows in the books are entries. A trigger writes both (books.ts).
    decided_at timestamptz,
    is_booked_apart boolean not null,
    proof text check (proof ${isPaymentProof}),
    reason text not null,
    payment_id uuid references payments,
    charge_id uuid references charges,
    mentioned_references text not null,
    created_at timestamptz not null,
    unique (hash, chain_id, position),
    foreign key (chain_id, hash, token, recipient) references arrivals,
    check ((status in ('CREDITED', 'ASSIGNED')) = (payment_id is not null)),
    check ((payment_id is null) = (proof is null)),
    check ((payment_id is null) = (counted_amount is null)),
    check ((usd_price is null) = (usd_source in ('none', 'unavailable'))),
    check (payment_id is null or charge_id is not null),
    -- A transfer that is neither credited nor on the chain is not kept.
    check (payment_id is not null or block_hash is not null)
  )`,
  `create index transfers_authorization on transfers (authorization_nonce) where authorization_nonce is not null`,
  // Nearly every charge has none: asked before one is deleted.
  `create index transfers_charge on transfers (charge_id) where charge_id is not null`,
  `create index transfers_payment on transfers (payment_id) where payment_id is not null`,
  `create index transfers_destination on transfers (chain_id, token, recipient, seq)`,
  `create index transfers_books on transfers (account_id, block_time, chain_id, hash, position)`,
  // The rates of currencies that value no movement are deleted: see rates/store/rates.ts.
  `create index transfers_mined on transfers (block_time)`,
  // A page of an account's waiting transfers, or of its decided ones, is one range of this.
  `create index transfers_decided on transfers (account_id, status, is_hidden, seq) where status <> 'CREDITED'`,
  // Money that no charge has claimed is found by its sender, its transaction and its amount: see unmatched/store/find.ts.
  `create index transfers_found_sender on transfers (account_id, ${shortForm('sender')}, seq) where status <> 'CREDITED'`,
  `create index transfers_found_hash on transfers (account_id, ${shortForm('hash')}, seq) where status <> 'CREDITED'`,
  `create index transfers_found_amount on transfers (account_id, amount, seq) where status <> 'CREDITED'`,
  // Who was paid first at an address.
  `create index transfers_first_paid on transfers (chain_id, recipient, created_at) where status = 'CREDITED'`,
  `create index transfers_undecided on transfers (chain_id, block_number) where status in ('UNMATCHED', 'IGNORED')`,

  // Decided where its row is written: nothing that credits a transfer can leave it in another account's books.
  `create function place_in_books() returns trigger language plpgsql as $$
    begin
      new.block_time := coalesce(new.block_time, new.mined_at);
      if new.payment_id is not null then
        select account_id into new.account_id from charges where id = new.charge_id;
      else
        new.account_id := find_holder(new.chain_id, new.recipient);
        -- Another account may have named the token there, and not its holder: it is watched, and the money is the holder's.
        insert into destinations (chain_id, token, recipient, account_id, decimals, symbol, oldest_charge_at,
            newest_charge_at, expected_until)
          select chain_id, token, recipient, new.account_id, decimals, symbol, '-infinity', '-infinity', '-infinity'
          from destinations where chain_id = new.chain_id and token = new.token and recipient = new.recipient limit 1
          on conflict do nothing;
      end if;
      return new;
    end
  $$`,
  `create trigger transfers_place_in_books before insert or update of payment_id on transfers
    for each row execute function place_in_books()`,

  // Two kinds of transfers are listed separately: those worth less than a cent at their block, and those without a price in a token
  // that no charge of the account accepts. Anyone can deploy a token, and send enough transfers of any token to fill a list. This
  // is a column, so that no number of them slows down the list of the others.
  `create function hide_dust() returns trigger language plpgsql as $$
    begin
      new.is_hidden := new.status = 'UNMATCHED' and coalesce(
        new.amount * new.usd_price::numeric * 100 < (
          select 10::numeric ^ decimals from destinations where chain_id = new.chain_id and token = new.token
            and recipient = new.recipient and account_id = new.account_id),
        new.usd_source = 'none' and new.token <> '${nativeAddress}' and not exists (
          select from destinations where chain_id = new.chain_id and token = new.token and account_id = new.account_id
            and newest_charge_at > '-infinity'));
      return new;
    end
  $$`,
  // PostgreSQL runs triggers of the same event in the order of their names: this one after the one that sets the account.
  `create trigger transfers_set_hidden before insert or update of payment_id, status, amount, usd_price, usd_source
    on transfers for each row execute function hide_dust()`,

  // The block of a payment is that of all its transfers. Only this trigger writes it, so that every change of the transfers' block
  // changes both.
  `create function place_payments() returns trigger language plpgsql as $$
    declare
      changed uuid[];
    begin
      if tg_op = 'INSERT' then
        select array_agg(distinct payment_id) into changed from written where payment_id is not null;
      elsif tg_op = 'DELETE' then
        select array_agg(distinct payment_id) into changed from earlier where payment_id is not null;
      else
        select array_agg(distinct payment) into changed
          from earlier join written using (id), unnest(array[earlier.payment_id, written.payment_id]) as payment
          where payment is not null and (earlier.payment_id is distinct from written.payment_id
            or earlier.block_hash is distinct from written.block_hash);
      end if;
      if changed is null then
        return null;
      end if;
      update payments set block_number = place.block_number, block_hash = place.block_hash,
          mined_at = coalesce(place.mined_at, payments.mined_at), seen_at = now(), next_check_at = now()
        from (
          select id, block_hash, case when block_hash is not null then block_number end as block_number,
            case when block_hash is not null then mined_at end as mined_at
          from (
            select payment as id, min(block_number) as block_number, min(mined_at) as mined_at,
              case when count(transfers.id) = count(block_hash) and count(distinct block_hash) = 1
                then min(block_hash) end as block_hash
            from unnest(changed) as payment left join transfers on transfers.payment_id = payment
            group by payment
          ) as of_payment
        ) as place
        where payments.id = place.id and payments.block_hash is distinct from place.block_hash;
      return null;
    end
  $$`,
  `create trigger transfers_place_inserted after insert on transfers
    referencing new table as written for each statement execute function place_payments()`,
  `create trigger transfers_place_updated after update on transfers
    referencing old table as earlier new table as written for each statement execute function place_payments()`,
  `create trigger transfers_place_deleted after delete on transfers
    referencing old table as earlier for each statement execute function place_payments()`,

  // No more is recorded of a transaction than arrived, regardless of how its money is described; and only recorded money can be
  // credited. The recording transaction holds a lock on the arrivals. Only increases are checked: after a reorganization, less may
  // have arrived than is recorded, until the payments of the old block are dropped, and that must not block the rest of the
  // transaction.
  `create function check_arrivals(chain bigint, transaction text, only_token text, only_recipient text)
    returns void language plpgsql as $$
    begin
      if exists (
        select from arrivals join transfers using (chain_id, hash, token, recipient)
        where chain_id = chain and hash = transaction and token = only_token and recipient = only_recipient
        group by arrivals.amount having sum(transfers.amount) > arrivals.amount
      ) then
        raise check_violation using message = 'more would be recorded of ' || transaction || ' than arrived by it';
      end if;
    end
  $$`,
  `create function check_inserted_transfers() returns trigger language plpgsql as $$
    begin
      perform check_arrivals(chain_id, hash, token, recipient)
        from (select distinct chain_id, hash, token, recipient from inserted) as one;
      return null;
    end
  $$`,
  `create trigger transfers_check_inserted after insert on transfers
    referencing new table as inserted for each statement execute function check_inserted_transfers()`,
  `create function check_updated_transfer() returns trigger language plpgsql as $$
    begin
      perform check_arrivals(new.chain_id, new.hash, new.token, new.recipient);
      return null;
    end
  $$`,
  `create trigger transfers_check_updated after update of amount on transfers for each row
    when (new.amount is distinct from old.amount) execute function check_updated_transfer()`,
]
