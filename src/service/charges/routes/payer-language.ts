import { payerHeader } from '../../../api/routes/proxy-routes.ts'
import type { ServiceContext } from '../../http/context.ts'
import { findPreferred } from '../../texts/language.ts'
import type { ChargeBase } from '../records.ts'
import type { ChargeStore } from '../store/charges.ts'

/** Returns the header of a call that a proxy made for a payer's browser; undefined for every other call with an api-key. */
export const readPayerHeader = (
  header: (name: string) => string | undefined,
): string | undefined => (header(payerHeader) === undefined ? undefined : header('accept-language'))

/**
 * Saves in which language a customer is written: the one of the browser that has submitted the payment, by its Accept-Language. Whoever
 * has the charge's page can choose one of the pages' languages, and nothing else of a message.
 */
export async function savePayerLanguage(
  { store, hasMail }: ServiceContext<Pick<ChargeStore, 'savePayerLocale'>>,
  { id }: Pick<ChargeBase, 'id'>,
  acceptLanguage: string | undefined,
): Promise<void> {
  const language = hasMail ? findPreferred(acceptLanguage) : undefined
  if (language) await store.savePayerLocale(id, language.locale)
}
