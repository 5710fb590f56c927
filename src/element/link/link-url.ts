import { PayError } from '../../errors.ts'
import type { Session } from '../first/context.ts'

/** The address of a link. Over plain http somebody between could put another price and recipient in its place. */
const linkPattern =
  /^http(s:\/\/[^/?#]+|:\/\/(localhost|127\.0\.0\.1)(:\d+)?)\/([^?#]*\/)?l\/\w{10}$/

/**
 * Refuses what is no address of a payment link, and a page that names in addition what else is paid.
 *
 * @throws PayError `invalid_attribute`
 */
export function checkLink({ activeContext: { settings, pageOptions } }: Session): void {
  const isLink = linkPattern.test(settings.paymentLink ?? '')
  if (isLink && !settings.chargeId && !settings.order && !pageOptions.proxy) return
  const field = 'payment-link'
  throw new PayError('invalid_attribute', field, { field, ...(!isLink && { details: 'form' }) })
}
