import type { Hono } from 'hono'
import { type ReceiptContext, readReceiptKeySet } from '../routes/charges/receipts.ts'
import type { Env } from '../routes/http/context.ts'
import { renderNotBuiltPage } from './html.ts'
import type { WidgetAssets } from './widget.ts'

/** The place of the keys in the page. */
const keysStart = '<script type="application/json" id="keys">'

/** Registers /receipts/verify: the page that checks receipts, with the service's keys inside. */
export function registerReceiptPage(
  app: Hono<Env>,
  context: ReceiptContext,
  widget: WidgetAssets,
): void {
  app.get('/receipts/verify', async (c) => {
    const page = await widget.readReceiptPage()
    if (page === undefined) return c.html(await renderNotBuiltPage(), 503)
    const [, policy = ''] =
      /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page) ?? []
    const keys = JSON.stringify(await readReceiptKeySet(context)).replaceAll('<', '\\u003c')
    // A function, because `$` in a URL means nothing here.
    return c.html(
      page.replace(keysStart, () => keysStart + keys),
      200,
      {
        'content-security-policy': `${policy}; frame-ancestors 'none'`,
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-cache',
      },
    )
  })
}
