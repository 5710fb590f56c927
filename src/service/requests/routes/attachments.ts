import type { Hono } from 'hono'
import { PayError } from '../../../errors.ts'
import type { Env, ServiceContext } from '../../http/context.ts'
import type { RequestStore } from '../store/requests.ts'

/** The stores that these routes use. */
type Stores = RequestStore

/**
 * Registers GET /attachments/:id. It needs no api-key: anyone who knows the id may read the file, such as a payer their
 * invoice. The reply is always a download, never a page of this origin: an uploaded file must not run in the origin of
 * the payment pages.
 */
export function registerAttachmentRoute(app: Hono<Env>, { store }: ServiceContext<Stores>): void {
  app.get('/attachments/:id', async (c) => {
    const id = c.req.param('id')
    const attachment = /^[\w-]{43}$/.test(id) ? await store.getAttachment(id) : undefined
    if (!attachment) throw new PayError('not_found', 'There is no such attachment.')
    const { bytes, name, type } = attachment
    return c.body(new Uint8Array(bytes), 200, {
      'content-type': type,
      'content-disposition': formatContentDisposition(name),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'referrer-policy': 'no-referrer',
      'cache-control': 'private, max-age=31536000, immutable',
    })
  })
}

/** Returns the header's value (RFC 6266). Its second form is for names that are not ASCII (RFC 8187). */
function formatContentDisposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]/g, '_')
  // encodeURIComponent does not encode these, and RFC 8187 does not allow them.
  const hex = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`
  const encoded = encodeURIComponent(name).replace(/['()*]/g, hex)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
