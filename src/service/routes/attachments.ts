import type { Hono } from 'hono'
import { PayError } from '../../errors.ts'
import type { Env, ServiceContext } from './context.ts'

/**
 * GET /attachments/:id. Without an api-key: the id is the key, for payers who are to read an invoice. Always a
 * download, never a page of this origin: what somebody uploaded must not run beside the payment pages.
 */
export function attachmentRoute(app: Hono<Env>, { store }: ServiceContext): void {
  app.get('/attachments/:id', async (c) => {
    const id = c.req.param('id')
    const found = /^[\w-]{43}$/.test(id) ? await store.attachment(id) : undefined
    if (!found) throw new PayError('not_found', 'There is no such attachment.')
    const { bytes, name, type } = found
    return c.body(new Uint8Array(bytes), 200, {
      'content-type': type,
      'content-disposition': disposition(name),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'referrer-policy': 'no-referrer',
      'cache-control': 'private, max-age=31536000, immutable',
    })
  })
}

/** RFC 6266; the second form is for names beyond ASCII (RFC 8187). */
function disposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]/g, '_')
  // encodeURIComponent leaves these as they are, and RFC 8187 does not allow them.
  const hex = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`
  const encoded = encodeURIComponent(name).replace(/['()*]/g, hex)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
