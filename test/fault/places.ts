import { nativeAddress } from '../../src/api/formats.ts'
import type { CheckoutDestination } from '../../src/api/schemas/charges/checkout-charge.ts'
import type { WalletInfo } from '../../src/checkout/ports/wallets.ts'

// Who and what there is in the simulated world.

export const chargeId = '3c90c3cc-0d44-4b50-8888-8dd25736052a'
/** The charge's public name. */
export const reference = '5d0c1f2e3b4a59687786a5b4c3d2e1f0'
/** A stranger, who also has a charge of his own. */
export const stranger = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
export const rivalId = '9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d'
export const rivalReference = 'ffeeddccbbaa99887766554433221100'
export const order = '{"cart":1}'
export const payer = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const shop = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'
export const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
export const chainId = 31_337
export const price = '19.99'
export const walletInfo: WalletInfo = { id: 'example.wallet', name: 'Wallet' }

/** Where the charge is paid, or the stranger's own, in the token or in the chain's own coin. */
export function destination(
  native: boolean,
  recipient = shop,
): CheckoutDestination & { tokenDecimals: number } {
  return {
    tokenAmount: price,
    tokenAddress: native ? nativeAddress : token,
    tokenDecimals: native ? 18 : 6,
    tokenSymbol: native ? 'ETH' : 'DUSD',
    chainId: String(chainId),
    requestLink: { recipientAddress: recipient },
  }
}
