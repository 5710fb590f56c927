import { findUnlistedAccount } from '../../../api/accounts.ts'
import type { RequestCharge } from '../../../api/schemas/requests/request-charge.ts'
import { createQuoteClaims } from '../../../api/signed-quote/create-claims.ts'
import { formatQuoteKey } from '../../../api/signed-quote/quote-keys.ts'
import type { MerchantAccount } from '../../accounts/accounts.ts'
import type { ServiceContext } from '../../http/context.ts'
import type { ChargeRecord } from '../records.ts'
import { toReducedCharge, toRequestCharge } from '../replies.ts'

// The service signs for merchants who trust it, but not the proxies between it and the payer. Its key is in the environment, not in
// the database, and one key signs for all accounts. So each signature names its account, and a page accepts signatures for one
// account only.

/** Returns the request charge of a charge, signed where the service has a quote key. */
export async function createSignedRequestCharge(
  context: Pick<ServiceContext, 'publicUrl' | 'quoteSigning' | 'log'>,
  charge: ChargeRecord,
  { id: account, brand }: MerchantAccount,
): Promise<RequestCharge> {
  const { publicUrl, quoteSigning } = context
  const requestCharge = toRequestCharge(charge, publicUrl)
  const places = [charge.quote, ...charge.accepts]
  if (!quoteSigning || !areListed(context, charge, places)) return requestCharge
  const merchant = brand.organizationName || undefined
  const reducedCharge = toReducedCharge(charge, publicUrl)
  const signer = { account, ...(merchant !== undefined && { merchant }) }
  const claims = createQuoteClaims(reducedCharge, requestCharge, signer, Date.now())
  return { ...requestCharge, signedQuote: await quoteSigning.signer.signQuote(claims) }
}

/** Returns the value of `quote-key` for the pages of an account; undefined where the service signs nothing. */
export function getQuoteKey(
  { quoteSigning }: Pick<ServiceContext, 'quoteSigning'>,
  account: string,
): string | undefined {
  return quoteSigning && formatQuoteKey({ ...quoteSigning.signer.publicKey, account })
}

/** Returns whether payments to these places may be signed. The database is not trusted about recipients. */
export function areListed(
  { quoteSigning, log }: Pick<ServiceContext, 'quoteSigning' | 'log'>,
  charge: ChargeRecord,
  places: readonly { chainId: number; recipient: string }[],
): boolean {
  const { recipients } = quoteSigning ?? {}
  const accounts = places.map(({ chainId, recipient: address }) => ({ chainId, address }))
  const unlisted = recipients && findUnlistedAccount(accounts, recipients)
  if (!unlisted) return true
  const account = `eip155:${unlisted.chainId}:${unlisted.address}`
  log.error(
    { charge: charge.reference, account },
    'A charge would pay an account that is not in QUOTE_RECIPIENTS. Its quote was not signed.',
  )
  return false
}
