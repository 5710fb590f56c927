import { callRoute } from '../../api/client/call.ts'
import { getLinkOffer, openLinkCharge } from '../../api/routes/link-routes.ts'
import type { CheckoutEvent } from '../../checkout/state.ts'
import { PayError } from '../../errors.ts'
import { createIdempotencyKey, createProxyTransport } from '../first/charge-source.ts'
import type { ElementContext, Session } from '../first/context.ts'
import { getLocale } from '../i18n/format.ts'
import { showBrand } from './brand.ts'
import { checkLink } from './link-url.ts'
import { isStillWanted, readCall, readOwnCharge, saveCall, saveOwnCharge } from './own-charge.ts'

/** A link that a session shows until its customer has a charge. */
export interface Sale {
  session: Session
  /** Aborted when the session goes on without the offer. */
  signal: AbortSignal
  /** Shows why there is no offer. */
  fail(cause: unknown): Promise<void>
  /** Lets the session go on with the customer's charge. */
  restart(session: Session): void
  /** A call whose outcome is not known. It is repeated as the same call, so that it takes no second place. */
  lastCall?: { body: string; idempotencyKey: string }
}

/** Does what a payer asks for. To load a link creates nothing: the payer's click does. */
export async function handleEvent(
  sale: Sale,
  { type }: CheckoutEvent,
  context: ElementContext,
): Promise<void> {
  if (type === 'pay') await openCharge(sale, context)
  else if (type === 'start' || type === 'retry' || type === 'refresh') await showOffer(sale)
}

/** Shows the offer, or goes on with the charge that this customer has opened before. */
async function showOffer(sale: Sale): Promise<void> {
  const { session, signal, fail } = sale
  const { source } = session
  session.show({ step: 'loading' })
  try {
    checkLink(session)
    const paid = readOwnCharge(source)
    if (paid?.isBeingPaid) return goOn(sale, paid.id)
    const input = { query: createQuery(session), signal, idempotencyKey: readCall(source) }
    const { data: offer } = await callRoute(createTransport(session, 2), getLinkOffer, input)
    if (offer.charge) saveOwnCharge(source, offer.charge)
    const own = readOwnCharge(source)
    const isWanted = own && (await isStillWanted(source, own, offer, signal))
    if (signal.aborted) return
    for (const { element } of session.contexts) showBrand(element, offer)
    if (isWanted) goOn(sale, own.id)
    else session.show({ step: 'offered', offer })
  } catch (cause) {
    if (!signal.aborted) await fail(cause)
  }
}

/** Creates the charge of a customer who has filled in the form of an element. */
async function openCharge(sale: Sale, { element, settings }: ElementContext): Promise<void> {
  const { session, signal } = sale
  const { state } = session
  if (state.step !== 'offered' || state.isBusy || settings.disabled != null) return
  const form = element.shadowRoot?.querySelector('form')
  if (!form?.reportValidity()) return
  const { offer } = state
  const answers = readAnswers(form)
  const body = JSON.stringify(answers)
  if (sale.lastCall?.body !== body) sale.lastCall = { body, idempotencyKey: createIdempotencyKey() }
  const { idempotencyKey } = sale.lastCall
  saveCall(session.source, idempotencyKey)
  session.show({ step: 'offered', offer, isBusy: true })
  try {
    // No abort signal: the charge is remembered also where every element has left.
    const input = { body: answers, query: createQuery(session), idempotencyKey }
    const { data } = await callRoute(createTransport(session, 0), openLinkCharge, input)
    saveOwnCharge(session.source, data.id)
    if (!signal.aborted) goOn(sale, data.id)
  } catch (cause) {
    const error = PayError.from(cause, 'offline')
    if (!error.retryable) saveCall(session.source, '')
    if (signal.aborted) return
    // Somebody else has taken the place: the present offer says so.
    if (error.code === 'conflict') await showOffer(sale)
    else session.show({ step: 'offered', offer, notice: toNotice(error) })
  }
}

function goOn({ session, restart }: Sale, id: string): void {
  session.source.session.chargeId = id
  restart(session)
}

function createTransport({ source: { settings, fetch } }: Session, retries: number) {
  return createProxyTransport(settings.proxy, fetch, retries)
}

function createQuery({ activeContext: { element, settings } }: Session) {
  return { lang: settings.locale ?? getLocale(element) ?? navigator.language }
}

/** Returns what a customer has chosen and entered, without what was left empty. */
function readAnswers(form: HTMLFormElement): Record<string, string> {
  const entries = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()])
  return Object.fromEntries(entries.filter(([, value]) => value))
}

/** Returns an error as the customer reads it. What is wrong with an answer is said by the service, in the customer's language. */
function toNotice(error: PayError): PayError {
  const { code, field, message } = error
  return field === undefined
    ? error
    : new PayError(code, message, { field, details: { kind: 'order' } })
}
