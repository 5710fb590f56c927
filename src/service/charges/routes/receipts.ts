import type { Hono } from 'hono'
import { createJwsSigner } from '../../../api/jws/sign.ts'
import { receiptType } from '../../../api/schemas/charges/receipt.ts'
import type { ReceiptReply } from '../../../api/schemas/charges/receipt-reply.ts'
import type { MerchantAccount } from '../../accounts/accounts.ts'
import type { Env } from '../../http/context.ts'
import { createReceiptClaims, type ReceiptRefund } from '../receipts.ts'
import type { ChargeRecord } from '../records.ts'
import type { ReceiptKeyStore } from '../store/receipt-keys.ts'

/** The dependencies of receipts: the keys, the refunded sums, and the name of the service. */
export interface ReceiptContext {
  store: ReceiptKeyStore & {
    listRefundsOfCharge(chargeId: string): Promise<readonly ReceiptRefund[]>
  }
  publicUrl: string
}

/**
 * Signs the receipt of a paid charge.
 *
 * @throws PayError `conflict` for a charge that is not COMPLETED
 */
export async function createReceiptReply(
  { store, publicUrl }: ReceiptContext,
  charge: ChargeRecord,
  account: MerchantAccount,
): Promise<ReceiptReply> {
  const refunds = await store.listRefundsOfCharge(charge.id)
  const claims = createReceiptClaims(charge, refunds, account, publicUrl, new Date())
  const { sign } = createJwsSigner(await store.getReceiptKey(), 'receiptKey')
  return { receipt: await sign(receiptType, claims) }
}

/** Registers GET /.well-known/jwks.json, the public keys as a JWK set (RFC 7517): anyone may verify a receipt. */
export function registerReceiptKeyRoute(
  app: Hono<Env>,
  { store }: { store: ReceiptKeyStore },
): void {
  app.get('/.well-known/jwks.json', async (c) => {
    const keys = await store.listReceiptKeys()
    return c.json(
      {
        keys: keys.map(({ id: kid, x, y }) => ({
          kty: 'EC',
          crv: 'P-256',
          x,
          y,
          kid,
          alg: 'ES256',
          use: 'sig',
        })),
      },
      200,
      {
        // Short, since a receipt signed with a new key cannot be verified before a cached set has expired.
        'cache-control': 'public, max-age=300',
        'access-control-allow-origin': '*',
      },
    )
  })
}
