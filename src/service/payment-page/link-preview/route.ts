import type { Hono } from 'hono'
import type { Env, ServiceContext } from '../../http/context.ts'
import { replyWithError } from '../../http/errors.ts'
import type { Language } from '../../texts/language.ts'
import { chooseLanguage, readLanguage } from '../../texts/language.ts'
import type { PictureFacts } from './picture.ts'
import { createPictures, type Pictures } from './pictures.ts'
import { pictureName } from './tags.ts'

/** The additional dependencies of the pictures of links. */
export interface PictureRouteParts {
  /** The path of the pages, with the parameter `page`. */
  path: string
  pictures: Pictures
  /** Returns what the picture of a page shows, and the account whose page it is; undefined for no picture. */
  describePicture: (
    page: string,
    language: Language,
  ) => Promise<{ facts: PictureFacts; owner: string } | undefined>
}

/** Seconds after which a caller is to come again for whom too many wait. */
const retryAfterSeconds = 5

/** Opens the thread that draws the pictures of all links. */
export function openPictures({
  log,
  stopping = new AbortController().signal,
}: Pick<ServiceContext, 'log' | 'stopping'>): Pictures {
  return createPictures(stopping, (err) => log.error({ err }, 'A picture failed.'))
}

/**
 * Registers the picture of each link that can be paid, which messengers show beside its title. It is drawn from what the service has
 * itself: a merchant's logo is elsewhere, and is not fetched because somebody looks at a link.
 */
export function registerPictureRoute(
  app: Hono<Env>,
  { path, pictures, describePicture }: PictureRouteParts,
): void {
  app.get(`${path}/${pictureName}`, async (c) => {
    const asked = chooseLanguage(c.req.query('language') ?? c.req.header('accept-language'))
    // Of one country for each language: whoever asks for all others gets the same picture.
    const found = await describePicture(c.req.param('page') ?? '', readLanguage(asked.name))
    const missing = () => replyWithError(c, 'not_found', 'This link has no picture.')
    if (!found) return missing()
    const { facts, owner } = found
    const etag = `"${pictures.getTag(facts)}"`
    const headers = {
      etag,
      // Not for long: a link that was paid has no picture.
      'cache-control': 'public, max-age=300',
      vary: 'accept-language',
      'x-robots-tag': 'noindex',
    }
    if (c.req.header('if-none-match')?.includes(etag)) return c.body(null, 304, headers)
    const picture = await pictures.draw(facts, owner)
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
