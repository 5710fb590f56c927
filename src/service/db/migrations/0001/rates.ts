// Rates of currencies in US dollars.

const columns = `currency text not null check (currency ~ '^[A-Z]{3}$'),
    -- One unit is answer / 10 ^ decimals US dollars.
    answer numeric(78, 0) not null check (answer > 0),
    decimals smallint not null check (decimals >= 0),
    source text not null,
    -- When the source says that it was so.
    dated_at timestamptz not null,
    -- When it is too old.
    fresh_until timestamptz not null,
    read_at timestamptz not null`

export const rates = [
  // The rates that charges were priced by: one row at each change, and one an hour without a change.
  `create table fx_rates (
    ${columns}
  )`,
  `create index fx_rates_newest on fx_rates (currency, read_at)`,
  // The rate of one source alone that has moved too far at once, until a later one agrees or the operator accepts it.
  `create table waiting_fx_rates (
    ${columns},
    primary key (currency)
  )`,
]
