import type { MerchantProxy } from '../../checkout/ports.ts'
import type { PinCheck } from '../host.ts'

/** Returns the proxy with the signature of every offer verified, on a page with quote keys. */
export function verifyOffers(merchantProxy: MerchantProxy, pinCheck?: PinCheck): MerchantProxy {
  if (!pinCheck) return merchantProxy
  return {
    ...merchantProxy,
    load: async (signal, shouldCreate) =>
      pinCheck.verify(await merchantProxy.load(signal, shouldCreate)),
    refresh: async (option, signal) => pinCheck.verify(await merchantProxy.refresh(option, signal)),
    async reserveAmount(option, signal) {
      const reservation = await merchantProxy.reserveAmount(option, signal)
      await pinCheck.verifyReservation(reservation)
      return reservation
    },
  }
}
