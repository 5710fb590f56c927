// How many charges each account has in each status: to count the charges themselves would take longer with every charge.

/**
 * SQL for the shard that a charge is counted in, from 0 to 15. Each creation locks the counter's row until it commits:
 * with one row for each account and status, all creations of a busy merchant would wait for each other. By the last
 * byte, which is random: an id begins with its time.
 */
const shard = `get_byte(uuid_send(id), 15) % 16`

export const chargeCounts = [
  `create table charge_counts (
    account_id uuid not null references accounts,
    status text not null,
    shard smallint not null,
    count bigint not null,
    primary key (account_id, status, shard)
  ) with (fillfactor = 50)`,

  // A trigger, so that no statement that changes a charge's status can miss the count. Sorted, so that two statements
  // that change many charges take their locks in the same order.
  `create function update_charge_counts() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into charge_counts
          select account_id, status, ${shard}, count(*) from new_rows group by 1, 2, 3 order by 1, 2, 3
          on conflict (account_id, status, shard)
            do update set count = charge_counts.count + excluded.count;
      elsif tg_op = 'DELETE' then
        insert into charge_counts
          select account_id, status, ${shard}, -count(*) from old_rows group by 1, 2, 3 order by 1, 2, 3
          on conflict (account_id, status, shard)
            do update set count = charge_counts.count + excluded.count;
      else
        insert into charge_counts
          select account_id, status, ${shard}, sum(n) from (
            select id, account_id, status, 1 as n from new_rows
            union all select id, account_id, status, -1 from old_rows
          ) as changes group by 1, 2, 3 having sum(n) <> 0 order by 1, 2, 3
          on conflict (account_id, status, shard)
            do update set count = charge_counts.count + excluded.count;
      end if;
      return null;
    end
  $$`,
  `create trigger charges_count_inserts after insert on charges
    referencing new table as new_rows for each statement execute function update_charge_counts()`,
  `create trigger charges_count_deletes after delete on charges
    referencing old table as old_rows for each statement execute function update_charge_counts()`,
  `create trigger charges_count_updates after update on charges
    referencing old table as old_rows new table as new_rows
    for each statement execute function update_charge_counts()`,
]
