import { call, type Transport } from '../api/call.ts'
import { addPayment } from '../api/payment-route.ts'
import type { Shop } from '../checkout/ports.ts'
import { paymentOf, updateDeal } from '../checkout/settlement.ts'
import { PayError } from '../errors.ts'
import type { Settings } from './attributes.ts'
import { getCharge, knownCharge, loadDeal, proxyTransport } from './shop.ts'

/** The merchant's proxy, as the checkout sees it. `settings` is read at each call: it may change. */
export function createShop(
  settings: () => Settings,
  fetch: Transport['fetch'],
  storage: () => Storage,
): Shop {
  const transport = (retries: number) => proxyTransport(settings().proxy, fetch, retries)
  return {
    load: (signal) => loadDeal(settings(), fetch, storage, signal),
    chargeId: () => knownCharge(settings(), storage, true),
    async refresh(deal, signal) {
      return updateDeal(deal, await getCharge(transport(2), deal.charge.id, signal))
    },
    async record(deal, hash, signal) {
      const { chainId, token } = deal.quote
      const body = { hash, chainId: String(chainId), tokenAddress: token.address }
      const input = { params: { uuid: deal.charge.id }, body, signal, keepalive: true }
      try {
        // No tries of its own: whoever records a hash repeats it for ever.
        return (await call(transport(0), addPayment, input)).data
      } catch (cause) {
        if (!(cause instanceof PayError) || cause.code !== 'conflict') throw cause
        // It may be the answer to our own earlier report: then the charge has the hash.
        const { charge } = await this.refresh(deal, signal)
        if (paymentOf(charge, hash)) return undefined
        const text = 'This transaction is already recorded for another charge.'
        throw new PayError('conflict', text, { cause, status: 409 })
      }
    },
  }
}
