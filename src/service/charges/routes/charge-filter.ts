import type * as z from 'zod/mini'
import { hashPattern, referencePattern, uuidPattern } from '../../../api/formats.ts'
import type { ChargeListQuery } from '../../../api/schemas/charges/charge.ts'
import type { MerchantAccount } from '../../accounts/accounts.ts'
import type { ServiceContext } from '../../http/context.ts'
import { createFieldError } from '../../http/field-error.ts'
import { readTimeRange } from '../../http/list-query.ts'
import type { ChargeFilter } from '../charges.ts'
import { createMetadataTerm, createTextTerm, type SearchTerm } from '../lists/search-terms.ts'
import type { ChargeStore } from '../store/charges.ts'

/** The stores that these routes use. */
type Stores = ChargeStore

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
  const terms = [...readMetadataTerms(query), ...texts.map(createTextTerm)]
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
    terms: terms.length > 0 ? terms : undefined,
  }
  if (query.search === undefined) return filter
  const found =
    hash === undefined
      ? await resolveSearch(store, account.id, query.search)
      : { terms: [createTextTerm(query.search)] }
  return { ...filter, ...found, terms: [...terms, ...(found.terms ?? [])] }
}

/** Returns the matches of a search text: a charge, the charges of a transaction, or those that contain the text. */
export async function resolveSearch(
  store: Pick<ChargeStore, 'findCharges'>,
  accountId: string,
  typed: string,
): Promise<Pick<ChargeFilter, 'id' | 'hash' | 'terms'>> {
  const text = typed.trim()
  const id = text.toLowerCase()
  if (hashPattern.test(text)) return { hash: id }
  const [charge] = await store.findCharges({
    ids: uuidPattern.test(id) ? [id] : [],
    references: referencePattern.test(id) ? [id] : [],
  })
  if (charge?.accountId === accountId) return { id: charge.id }
  return { terms: [createTextTerm(text)] }
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
