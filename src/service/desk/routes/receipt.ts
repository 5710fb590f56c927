import { routes } from '../../../api/routes/routes.ts'
import { ReceiptClaims } from '../../../api/schemas/charges/receipt.ts'
import type { Desk } from '../desk.ts'
import { renderReceipt } from '../pages/charges/receipt.ts'
import { registerPage } from '../register.ts'

/** Registers the page that prints the receipt of a paid charge. */
export function registerReceiptPage(desk: Desk): void {
  registerPage(desk, '/charges/:uuid/receipt', 'charges', async ({ call, view, param }) => {
    const id = param('uuid')
    const { receipt } = await call(routes.getReceipt, { params: { uuid: id } })
    const [, payload = ''] = receipt.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as unknown
    return renderReceipt(view, { id }, ReceiptClaims.parse(claims))
  })
}
