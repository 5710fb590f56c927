// Which chains live charges are paid on, and which test charges.

export const chainModes = [
  // A chain gets its mode with its first charge, and keeps it: no charge of the other mode is ever paid on it.
  `create table chain_modes (
    chain_id bigint primary key,
    livemode boolean not null
  )`,
  `create function refuse_chain_mode_change() returns trigger language plpgsql as $$
    begin
      raise exception 'The mode of a chain never changes.';
    end
  $$`,
  `create trigger chain_modes_unchanged before update or delete or truncate on chain_modes
    for each statement execute function refuse_chain_mode_change()`,

  `create function check_chain_mode(chain bigint, is_live boolean) returns void language plpgsql as $$
    declare
      mode boolean;
    begin
      select livemode into mode from chain_modes where chain_id = chain;
      if mode is null then
        insert into chain_modes (chain_id, livemode) values (chain, is_live) on conflict do nothing;
        select livemode into mode from chain_modes where chain_id = chain;
      end if;
      if mode is distinct from is_live then
        raise check_violation using message = 'chain ' || chain || ' has charges of the other mode';
      end if;
    end
  $$`,
  ...['charges', 'refunds'].flatMap((table) => [
    `create function check_chains_of_${table}() returns trigger language plpgsql as $$
      begin
        perform check_chain_mode(chain_id, livemode)
          from (select distinct chain_id, livemode from inserted) as one;
        return null;
      end
    $$`,
    `create trigger ${table}_chain_mode after insert on ${table}
      referencing new table as inserted for each statement execute function check_chains_of_${table}()`,
  ]),
  // After: a charge is inserted with its accepted tokens by one statement.
  ...['accepted_tokens', 'payments'].flatMap((table) => [
    `create function check_chains_of_${table}() returns trigger language plpgsql as $$
      begin
        perform check_chain_mode(chain_id, livemode)
          from (
            select distinct inserted.chain_id, charges.livemode
            from inserted join charges on charges.id = inserted.charge_id
          ) as one;
        return null;
      end
    $$`,
    `create trigger ${table}_chain_mode after insert on ${table}
      referencing new table as inserted for each statement execute function check_chains_of_${table}()`,
  ]),
  `create function refuse_chain_change() returns trigger language plpgsql as $$
    begin
      raise check_violation using message = 'a row of ' || tg_table_name || ' never changes its chain or its mode';
    end
  $$`,
  ...['charges', 'refunds', 'accepted_tokens', 'payments'].map(
    (table) => `create trigger ${table}_chain_unchanged before update on ${table} for each row
      when (${table === 'charges' || table === 'refunds' ? 'new.livemode <> old.livemode or ' : ''}new.chain_id <> old.chain_id)
      execute function refuse_chain_change()`,
  ),
]
