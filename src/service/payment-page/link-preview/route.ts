import type { Hono } from 'hono'
import type { MerchantAccount } from '../../accounts/accounts.ts'
import type { ChargeRecord } from '../../charges/records.ts'
import type { Env, ServiceContext } from '../../http/context.ts'
import { replyWithError } from '../../http/errors.ts'
import type { Language } from '../../texts/language.ts'
import { chooseLanguage, readLanguage } from '../../texts/language.ts'
import type { LinkPreview } from './facts.ts'
import { createPictures } from './pictures.ts'
import { pictureName } from './tags.ts'

/** The additional dependencies of the pictures of links. */
export interface PictureRouteParts {
  /** Finds the charge of a page; undefined for none. */
  findCharge: (
    id: string,
  ) => Promise<{ charge: ChargeRecord; account: MerchantAccount } | undefined>
  /** Returns what messengers are told of a charge's link. */
  describeLink: (charge: ChargeRecord, account: MerchantAccount, language: Language) => LinkPreview
}

/** Seconds after which a caller is to come again for whom too many wait. */
const retryAfterSeconds = 5

/**
 * Registers the picture of each link that can be paid, which messengers show beside its title. It is drawn from what the service has
 * itself: a merchant's logo is elsewhere, and is not fetched because somebody looks at a link.
 */
export function registerPictureRoute(
  app: Hono<Env>,
  { log, stopping = new AbortController().signal }: Pick<ServiceContext, 'log' | 'stopping'>,
  { findCharge, describeLink }: PictureRouteParts,
): void {
  const pictures = createPictures(stopping, (err) => log.error({ err }, 'A picture failed.'))
  app.get(`/pay/:page/${pictureName}`, async (c) => {
    const found = await findCharge(c.req.param('page'))
    const asked = chooseLanguage(c.req.query('language') ?? c.req.header('accept-language'))
    // Of one country for each language: whoever asks for all others gets the same picture.
    const language = readLanguage(asked.name)
    const facts = found && describeLink(found.charge, found.account, language).picture
    const missing = () => replyWithError(c, 'not_found', 'This link has no picture.')
    if (!facts) return missing()
    const etag = `"${pictures.getTag(facts)}"`
    const headers = {
      etag,
      // Not for long: a link that was paid has no picture.
      'cache-control': 'public, max-age=300',
      vary: 'accept-language',
      'x-robots-tag': 'noindex',
    }
    if (c.req.header('if-none-match')?.includes(etag)) return c.body(null, 304, headers)
    const picture = await pictures.draw(facts, found.account.id)
    if (picture === 'none') return missing()
    if (picture === 'busy') {
      c.header('retry-after', `${retryAfterSeconds}`)
      c.header('cache-control', 'no-store')
      const text = 'Too many pictures are being drawn. Ask again.'
      return replyWithError(c, 'service_unavailable', text)
    }
    return c.body(picture, 200, { ...headers, 'content-type': 'image/png' })
  })
}
