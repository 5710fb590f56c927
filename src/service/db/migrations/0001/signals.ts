// Signals wake the process that has something to do. They only save it from looking all the time: a lost one costs time.

export const signals = [
  // When each signal was sent last. Nothing here has to outlast a crash.
  `create unlogged table signals (
    task text primary key,
    sent_at timestamptz not null
  )`,

  // Every commit with a NOTIFY waits for the one before, as PostgreSQL keeps the notifications of a server in the order of
  // the commits. One signal for each write made 16 writers 4 times slower, and one in 100 ms no slower. So of the
  // transactions that run at the same time one sends it; the listener polls again for the others (store/database/signals.ts).
  `create function send_signal(of_task text) returns void language plpgsql as $$
  begin
    if not pg_try_advisory_xact_lock(hashtext('pay_charge signals'), hashtext(of_task)) then
      return;
    end if;
    insert into signals (task, sent_at) values (of_task, clock_timestamp())
      on conflict (task) do update set sent_at = excluded.sent_at
      where signals.sent_at < excluded.sent_at - interval '100 milliseconds';
    if found then
      perform pg_notify('pay_charge', of_task);
    end if;
  end $$`,

  // In the transaction of the write itself, so that no code and no version can forget it.
  `create function send_webhooks_signal() returns trigger language plpgsql as $$
  begin
    if exists (select from inserted) then
      perform send_signal('webhooks');
    end if;
    return null;
  end $$`,
  `create trigger webhook_deliveries_signal after insert on webhook_deliveries
    referencing new table as inserted
    for each statement execute function send_webhooks_signal()`,
  `create function send_chain_signal() returns trigger language plpgsql as $$
  begin
    perform send_signal('chain ' || new.chain_id);
    return null;
  end $$`,
  // Only for a report that was never checked: the watcher's own writes do not wake it.
  `create trigger reported_transactions_signal after insert or update on reported_transactions
    for each row when (new.status = 'WAITING' and new.attempts = 0)
    execute function send_chain_signal()`,
]
