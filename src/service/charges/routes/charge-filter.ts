import type * as z from 'zod/mini'
import type { ChargeListQuery } from '../../../api/schemas/charges/charge.ts'
import type { MerchantAccount } from '../../accounts/accounts.ts'
import type { ServiceContext } from '../../http/context.ts'
import { createFieldError } from '../../http/field-error.ts'
import { readTimeRange } from '../../http/list-query.ts'
import type { ChargeFilter } from '../charges.ts'
import {
  createChainTerm,
  createCurrencyTerm,
  createLinkTerm,
  createMetadataTerm,
  createShopTerm,
  createTextTerm,
  createTokenTerm,
  type SearchTerm,
} from '../lists/search-terms.ts'
import { readTypedSearch, type TypedSearch } from '../lists/typed-search.ts'
import type { ChargeStore } from '../store/charges.ts'
import type { ChargeListStore } from '../store/list.ts'

/** The stores that these routes use. */
type Stores = ChargeListStore & ChargeStore

/**
 * Reads which charges are asked for.
 *
 * @throws PayError `invalid_request` for parameters that cannot be used together, and for an address with a wrong checksum
 */
export async function readChargeFilter(
  { store, chains }: Pick<ServiceContext<Stores>, 'store' | 'chains'>,
  account: MerchantAccount,
  query: z.output<typeof ChargeListQuery>,
): Promise<ChargeFilter> {
  const { status, reference, hash, amount, payer_email: payerEmail } = query
  const payer = query.payer === undefined ? undefined : chains.parseAddress(query.payer, 'payer')
  const texts = [payer, payerEmail, amount].filter((text) => text !== undefined)
  // Rare ones first: the charges of the first term are read.
  const terms = [
    ...readMetadataTerms(query),
    ...texts.map(createTextTerm),
    ...(query.payment_link === undefined ? [] : [createLinkTerm(query.payment_link.toLowerCase())]),
    ...listTermsOfMany(query),
  ]
  const filter: ChargeFilter = {
    status,
    paymentStatus: query.payment_status,
    created: readTimeRange(
      { since: query.created_since, before: query.created_before },
      'created_',
    ),
    paid: readTimeRange({ since: query.paid_since, before: query.paid_before }, 'paid_'),
    reference,
    hash: hash?.toLowerCase(),
    payer,
    payerEmail,
    amount,
    isInDollars: query.currency === 'USD' ? true : undefined,
    isReturned: query.returned === undefined ? undefined : query.returned === 'true',
    terms: terms.length > 0 ? terms : undefined,
  }
  if (query.search === undefined) return filter
  const found =
    hash === undefined
      ? await resolveSearch(store, account.id, readTypedSearch(query.search))
      : { terms: [createTextTerm(query.search)] }
  return { ...filter, ...found, terms: [...(found.terms ?? []), ...terms] }
}

/**
 * Returns the matches of a search text: a charge, the charges of a transaction, or those that have the text. Of its readings the
 * first one counts that finds something: as a whole, then word by word.
 */
export async function resolveSearch(
  store: Pick<ChargeStore, 'findCharges'> & Pick<ChargeListStore, 'hasTerms'>,
  accountId: string,
  { text, id, reference, hash, address, short, words }: TypedSearch,
): Promise<Pick<ChargeFilter, 'id' | 'hash' | 'terms'>> {
  if (hash) return { hash }
  const [charge] =
    id || reference
      ? await store.findCharges({ ids: id ? [id] : [], references: reference ? [reference] : [] })
      : []
  if (charge?.accountId === accountId) return { id: charge.id }
  const texts = [[text], ...(short ? [[short]] : []), ...(address ? [[address]] : []), ...words]
  const readings = texts.map((reading) => sortByRarity(reading).map(createTextTerm))
  for (const terms of readings) if (await store.hasTerms(accountId, terms)) return { terms }
  return { terms: readings.at(-1) ?? [] }
}

/** Rare words first, whose charges are read: numbers, then long words. */
function sortByRarity(words: readonly string[]): string[] {
  const weigh = (word: string) => word.length + (/\d/.test(word) ? 1000 : 0)
  return [...new Set(words)].sort((a, b) => weigh(b) - weigh(a)).slice(0, maxWords)
}

/** More words than anyone types; each costs a look-up. */
const maxWords = 12

/** Lists the terms that many charges have. */
function listTermsOfMany({
  chain,
  token,
  shop,
  currency,
}: Pick<z.output<typeof ChargeListQuery>, 'chain' | 'token' | 'shop' | 'currency'>): SearchTerm[] {
  return [
    ...(currency === undefined || currency === 'USD' ? [] : [createCurrencyTerm(currency)]),
    ...(shop === undefined ? [] : [createShopTerm(shop)]),
    ...(token === undefined ? [] : [createTokenTerm(token)]),
    ...(chain === undefined ? [] : [createChainTerm(chain)]),
  ]
}

function readMetadataTerms({
  metadata_key: key,
  metadata_value: value,
}: z.output<typeof ChargeListQuery>): SearchTerm[] {
  if (key === undefined && value === undefined) return []
  if (key !== undefined && value !== undefined) return [createMetadataTerm(key, value)]
  const field = key === undefined ? 'metadata_key' : 'metadata_value'
  throw createFieldError(field, 'must be given too: metadata_key and metadata_value are one filter')
}
