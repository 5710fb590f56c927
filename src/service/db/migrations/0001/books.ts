// What the books keep besides the movements: up to when they are closed, and the entries of later decisions.

export const books = [
  `create table book_closings (
    account_id uuid not null references accounts,
    -- Movements of earlier blocks do not change their rows any more.
    closed_before timestamptz not null,
    closed_at timestamptz not null default clock_timestamp(),
    primary key (account_id, closed_before),
    check (closed_before <= closed_at)
  )`,

  // The last comparison of an account's books with the chains.
  `create table book_verifications (
    account_id uuid primary key references accounts,
    verified_at timestamptz not null default now(),
    outcome text not null check (outcome in ('equal', 'different', 'nothing')),
    row_count bigint not null,
    difference_count bigint not null
  )`,

  // A transfer whose row would change after its time was closed has rows here instead: that of the time of its block as it was,
  // which is taken back when the decision is made, and the new one. Accountants call this a reclassification. Their sum is
  // always the transfer's amount.
  `create table book_entries (
    seq bigint generated always as identity primary key,
    account_id uuid not null references accounts,
    booked_at timestamptz not null,
    chain_id bigint not null,
    hash text not null,
    position integer not null,
    is_reversal boolean not null,
    charge_id uuid references charges,
    counted_amount numeric(78, 0),
    proof text,
    reason text not null,
    decided_at timestamptz,
    foreign key (hash, chain_id, position) references transfers (hash, chain_id, position) on delete cascade,
    check ((proof is null) = (charge_id is null))
  )`,
  `create index book_entries_place on book_entries (account_id, booked_at, chain_id, hash, position, seq)`,
  `create index book_entries_charge on book_entries (charge_id) where charge_id is not null`,
  `create index book_entries_transfer on book_entries (hash, chain_id, position)`,

  // Up to when an account's books are closed. Until the caller's transaction ends, nobody closes them: what it writes is
  // either before a closing, or knows of it.
  `create function find_closing(account uuid) returns timestamptz language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(hashtextextended('books ' || account, 0));
      return coalesce((select max(closed_before) from book_closings where account_id = account), '-infinity');
    end
  $$`,
  // Waits for everybody who has asked find_closing, and keeps others from it until the closing is saved.
  `create function lock_books(account uuid) returns void language sql as $$
    select pg_advisory_xact_lock(hashtextextended('books ' || account, 0))
  $$`,
  // Later than every closing that find_closing can have seen; in milliseconds, in which a reader of the books counts.
  `create function find_booking_time() returns timestamptz language sql as $$
    select date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond'
  $$`,

  // Decided where the row is written, so that no way to credit, assign or take back a transfer can change a closed month. The name
  // puts it behind the trigger that sets the account.
  `create function track_decision() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        new.decided_at := case when new.proof = 'merchant' then now() end;
        new.is_booked_apart := new.block_time < find_closing(new.account_id);
        return new;
      end if;
      if (new.payment_id is distinct from old.payment_id and 'merchant' in (new.proof, old.proof))
          or (new.status is distinct from old.status and 'IGNORED' in (new.status, old.status)) then
        new.decided_at := now();
      end if;
      if not old.is_booked_apart and changes_books(old, new) then
        new.is_booked_apart := new.block_time < greatest(find_closing(old.account_id), find_closing(new.account_id));
      end if;
      return new;
    end
  $$`,
  `create function changes_books(earlier transfers, later transfers) returns boolean language sql immutable as $$
    select (case when later.payment_id is not null then later.charge_id end)
        is distinct from (case when earlier.payment_id is not null then earlier.charge_id end)
      or later.counted_amount is distinct from earlier.counted_amount
      or later.account_id is distinct from earlier.account_id
  $$`,
  `create trigger transfers_track_decision before insert or update of payment_id, charge_id, counted_amount, status
    on transfers for each row execute function track_decision()`,

  `create function book_transfer(transfer transfers, at timestamptz, reverses boolean) returns void language sql as $$
    insert into book_entries (account_id, booked_at, chain_id, hash, position, is_reversal, charge_id, counted_amount, proof,
        reason, decided_at)
      values (transfer.account_id, at, transfer.chain_id, transfer.hash, transfer.position, reverses,
        case when transfer.payment_id is not null then transfer.charge_id end, transfer.counted_amount, transfer.proof,
        transfer.reason, transfer.decided_at)
  $$`,
  `create function book_apart() returns trigger language plpgsql as $$
    declare
      at constant timestamptz := find_booking_time();
    begin
      if tg_op = 'UPDATE' then
        if not old.is_booked_apart then
          perform book_transfer(old, old.block_time, false);
        end if;
        perform book_transfer(old, at, true);
      end if;
      perform book_transfer(new, at, false);
      return null;
    end
  $$`,
  `create trigger transfers_book_inserted after insert on transfers
    for each row when (new.is_booked_apart) execute function book_apart()`,
  `create trigger transfers_book_updated after update on transfers
    for each row when (new.is_booked_apart and changes_books(old, new)) execute function book_apart()`,

  // A refund that is found after its time was closed is booked when it is found.
  `create function book_refund() returns trigger language plpgsql as $$
    begin
      if new.sent_amount is null then
        new.booked_at := null;
      elsif tg_op = 'INSERT' or old.booked_at is null or new.block_time is distinct from old.block_time then
        new.booked_at := case when new.block_time < find_closing(new.account_id) then find_booking_time() else new.block_time end;
      end if;
      return new;
    end
  $$`,
  `create trigger refunds_book before insert or update of sent_amount, block_time on refunds
    for each row execute function book_refund()`,
  `create index refunds_booked on refunds (account_id, booked_at, chain_id, hash, position) where sent_amount is not null`,
]
