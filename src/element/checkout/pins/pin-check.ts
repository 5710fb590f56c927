import type { ChainAccount } from '../../../api/accounts.ts'
import { findPinViolation } from '../../../checkout/quote/check-pins.ts'
import { parsePins } from '../../../checkout/quote/pins.ts'
import { loadPart, PayError } from '../../../errors.ts'
import type { ElementSettings } from '../../attributes.ts'
import type { PinCheck } from '../../first/context.ts'
import { createSignatureCheck } from './quote-check.ts'

// Loaded only by pages that pin where money may go, while the charge is being loaded.

/**
 * Parses the page's pins and returns the check.
 *
 * @throws PayError `invalid_attribute` for pins or quote keys that cannot be read, or with a wrong checksum
 */
export async function createPinCheck(settings: ElementSettings): Promise<PinCheck> {
  const pins = parsePins(settings)
  const signatures = settings.quoteKey === undefined ? undefined : createSignatureCheck(settings)
  await requireChecksums(pins.recipients ?? [])
  return {
    verify: async (option) => (await signatures?.verify(option)) ?? option,
    verifyReservation: async (reservation) => signatures?.verifyReservation(reservation),
    find: (option, pageAssets, reservation) =>
      findPinViolation(option, pins, pageAssets, reservation) ??
      signatures?.find(option, pageAssets, reservation),
  }
}

/** An address in lower case has no checksum, so most pages need no hash function. */
async function requireChecksums(accounts: readonly ChainAccount[]) {
  const mixedCaseAccounts = accounts.filter(({ address }) => /[A-F]/.test(address))
  if (mixedCaseAccounts.length === 0) return
  const { hasValidChecksum } = await loadPart(import('../../../wallet/checksum.ts'))
  if (mixedCaseAccounts.every(({ address }) => hasValidChecksum(address))) return
  throw new PayError('invalid_attribute', 'recipients cannot be used.', {
    field: 'recipients',
    details: 'checksum',
  })
}
