// Refunds: payments sent back to payers, by the merchant's own wallet.
import { shortForm } from '../../../short-form.ts'
import { isAddress, isShop, isTransactionHash } from '../checks.ts'

export const refunds = [
  `create table refunds (
    id uuid primary key,
    account_id uuid not null references accounts,
    charge_id uuid not null references charges,
    -- The charge's.
    livemode boolean not null,
    shop text not null default '' check (shop ${isShop}),
    -- As it is written in calldata.
    reference text not null unique check (reference ~ '^[0-9a-f]{32}$'),
    status text not null check (status in ('NEW', 'NAMED', 'APPROVED', 'SIGNING', 'PENDING', 'COMPLETED', 'CANCELLED')),
    chain_id bigint not null check (chain_id > 0),
    token text not null check (token ${isAddress}),
    decimals smallint not null check (decimals between 0 and 77),
    symbol text not null,
    amount numeric(78, 0) not null check (amount > 0),
    reason text not null default '',
    recipient text check (recipient ${isAddress}),
    recipient_proof text check (recipient_proof in ('signature', 'merchant')),
    recipient_signer text check (recipient_signer ${isAddress}),
    -- Counts of addresses that were named with the refund's link, as anyone who has it can do.
    signed_namings smallint not null check (signed_namings between 0 and 20),
    unsigned_namings smallint not null check (unsigned_namings between 0 and 20),
    -- The wallet that was asked, and the findings since then.
    attempt_id uuid,
    attempt_account text check (attempt_account ${isAddress}),
    attempt_nonce bigint,
    attempt_asked_nonce bigint,
    attempt_from_block numeric(20, 0),
    attempt_started_at timestamptz,
    attempt_searched_to numeric(20, 0),
    attempt_seen_sender text,
    attempt_seen_nonce bigint,
    attempt_seen_at_block numeric(20, 0),
    attempt_searched_nonce bigint,
    attempt_is_accepted boolean not null,
    -- The merchant's word that it has sent nothing, and how far the chain has shown that.
    release_at timestamptz,
    release_block numeric(20, 0),
    release_proven_to numeric(20, 0),
    release_waits_for text,
    -- Of the last wallet that was believed to have sent nothing.
    released_account text check (released_account ${isAddress}),
    released_nonce bigint,
    hash text check (hash ${isTransactionHash}),
    position integer,
    sent_amount numeric(78, 0) check (sent_amount > 0),
    block_number numeric(20, 0),
    block_hash text,
    mined_at timestamptz,
    -- For the books: its sender, the block's timestamp, and US dollars of a whole token at the block.
    sender text check (sender ${isAddress}),
    block_time timestamptz,
    -- Where it stands in the books. A trigger writes it (books.ts).
    booked_at timestamptz,
    usd_price text check (usd_price::numeric > 0),
    usd_source text check (usd_source in ('peg', 'feed', 'none', 'unavailable')),
    -- The sender's fee for the transaction; null if another account paid it, or another refund has it.
    fee numeric(78, 0) check (fee > 0),
    fee_symbol text,
    fee_usd_price text check (fee_usd_price::numeric > 0),
    fee_usd_source text check (fee_usd_source in ('peg', 'feed', 'none', 'unavailable')),
    failure text not null default '',
    -- Transfers that may be this refund's, and transactions that the merchant has marked as not being it.
    unclear json not null,
    dismissed text not null,
    -- How far the chain was searched for an earlier transfer, before this account's wallet is asked.
    searched_account text check (searched_account ${isAddress}),
    searched_to numeric(20, 0),
    created_at timestamptz not null,
    next_check_at timestamptz not null default now(),
    -- No wallet is asked for a transfer to an address that is neither proven nor approved.
    check (status in ('NEW', 'NAMED', 'CANCELLED') or recipient_proof is not null),
    check (recipient_proof is null or recipient is not null),
    check ((recipient_proof is not distinct from 'signature') = (recipient_signer is not null)),
    check ((status in ('SIGNING', 'PENDING', 'COMPLETED')) = (attempt_id is not null)),
    check ((attempt_id is null) = (attempt_account is null)),
    check ((attempt_id is null) = (attempt_from_block is null)),
    check (num_nulls(release_at, release_block, release_waits_for) in (0, 3)),
    check (release_at is null or status = 'SIGNING'),
    check ((released_account is null) = (released_nonce is null)),
    check ((searched_account is null) = (searched_to is null)),
    check (attempt_id is not null or hash is null),
    check ((status in ('PENDING', 'COMPLETED')) = (sent_amount is not null)),
    check ((sent_amount is null) = (block_hash is null)),
    check ((sent_amount is null) = (position is null)),
    check (sent_amount is null or hash is not null),
    check ((sent_amount is null) = (num_nulls(sender, block_time, usd_source) = 3)),
    check (num_nulls(sender, block_time, usd_source) in (0, 3)),
    check ((usd_price is null) = (coalesce(usd_source, 'none') in ('none', 'unavailable'))),
    check (num_nulls(fee, fee_symbol, fee_usd_source) in (0, 3) and (fee is null or sent_amount is not null)),
    check ((fee_usd_price is null) = (coalesce(fee_usd_source, 'none') in ('none', 'unavailable')))
  )`,
  `create index refunds_charge on refunds (charge_id, created_at, id)`,
  // A page of the list is one range of one of these.
  `create index refunds_list on refunds (account_id, created_at, id)`,
  `create index refunds_list_status on refunds (account_id, status, created_at, id)`,
  // By its recipient, its transaction and its amount: see refunds/store/find.ts.
  `create index refunds_found_recipient on refunds (account_id, ${shortForm('recipient')}, created_at, id)`,
  `create index refunds_found_hash on refunds (account_id, ${shortForm('hash')}, created_at, id)`,
  `create index refunds_found_amount on refunds (account_id, coalesce(sent_amount, amount), created_at, id)`,
  `create index refunds_watched on refunds (chain_id, next_check_at) where status in ('SIGNING', 'PENDING', 'COMPLETED')`,
  // One transfer sends one refund, and a transaction has one fee.
  `create unique index refunds_transfer on refunds (chain_id, hash, position)`,
  `create unique index refunds_fee on refunds (chain_id, hash) where fee is not null`,
  `create index refunds_books on refunds (account_id, block_time, chain_id, hash, position) where sent_amount is not null`,
  // As transfers_mined.
  `create index refunds_mined on refunds (block_time) where sent_amount is not null`,

  // The sum of refunds, sent or possible, never exceeds the credited sum: checked when a refund is begun, and when a wallet is
  // asked. The writer of a refund holds a lock on its charge. A reorganization may remove a payment later.
  `create function check_refund() returns trigger language plpgsql as $$
    begin
      if (select sum(coalesce(sent_amount, amount)) from refunds
          where charge_id = new.charge_id and chain_id = new.chain_id and token = new.token and status <> 'CANCELLED')
        > (select coalesce(sum(coalesce(counted_amount, received_amount)), 0) from payments
          where charge_id = new.charge_id and chain_id = new.chain_id and token = new.token and status = 'COMPLETED') then
        raise check_violation using message = 'more would be refunded of charge ' || new.charge_id || ' than was credited';
      end if;
      if new.recipient_proof is not distinct from 'signature' then
        perform check_signed_refund(new);
      end if;
      return null;
    end
  $$`,
  // A signature covers the signer's own payments, less every refund that is not known to be another payer's: a refund is, by
  // another account's signature, or because its address is another paying account, up to the sum that this account paid.
  `create function check_signed_refund(signed refunds) returns void language plpgsql as $$
    begin
      if (select sum(case when payer = lower(signed.recipient_signer) then sent else greatest(sent - paid, 0) end) from (
          select payer, sum(coalesce(sent_amount, amount)) as sent, (
            select coalesce(sum(coalesce(counted_amount, received_amount)), 0) from payments
            where charge_id = signed.charge_id and chain_id = signed.chain_id and token = signed.token and status = 'COMPLETED'
              and lower(payer_address) = payer
          ) as paid
          from (select *, lower(coalesce(recipient_signer, recipient)) as payer from refunds) as refund
          where charge_id = signed.charge_id and chain_id = signed.chain_id and token = signed.token and status <> 'CANCELLED'
            and recipient_proof is not null
          group by payer
        ) as of_payer)
        > (select coalesce(sum(coalesce(counted_amount, received_amount)), 0) from payments
          where charge_id = signed.charge_id and chain_id = signed.chain_id and token = signed.token and status = 'COMPLETED'
            and lower(payer_address) = lower(signed.recipient_signer)) then
        raise check_violation using message = 'more of charge ' || signed.charge_id || ' is signed for than the signer has paid';
      end if;
    end
  $$`,
  `create function check_proven_refund() returns trigger language plpgsql as $$
    begin
      perform check_signed_refund(new);
      return null;
    end
  $$`,
  `create trigger refunds_check_inserted after insert on refunds for each row execute function check_refund()`,
  `create trigger refunds_check_signed after update of status on refunds for each row
    when (new.status = 'SIGNING' and old.status = 'APPROVED') execute function check_refund()`,
  `create trigger refunds_check_proven after update of recipient_signer on refunds for each row
    when (new.recipient_signer is distinct from old.recipient_signer and new.recipient_signer is not null)
    execute function check_proven_refund()`,
]
