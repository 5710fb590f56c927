import type {
  CheckoutCharge,
  CheckoutDestination,
} from '../../src/api/schemas/charges/checkout-charge.ts'
import type { Intent } from '../../src/checkout/ports/intent.ts'
import type { ConnectedAccount, Funds, WalletInfo } from '../../src/checkout/ports/wallets.ts'
import { createPaymentOption, type PaymentOption } from '../../src/checkout/quote/payment-option.ts'
import { PayError } from '../../src/errors.ts'

export const chargeId = '3c90c3cc-0d44-4b50-8888-8dd25736052a'
export const otherChargeId = '7e1b6d7a-3f0e-4a55-9c11-2f4f2a9d1b10'
export const hashA = `0x${'a'.repeat(64)}`
export const hashB = `0x${'b'.repeat(64)}`
export const payer = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const shopAddress = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'
export const tokenAddress = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
export const walletA: WalletInfo = { id: 'example.a', name: 'Wallet A' }
export const walletB: WalletInfo = { id: 'example.b', name: 'Wallet B' }
export const account: ConnectedAccount = { address: payer, chainId: 31_337, wallet: walletA }

type ChargePayment = NonNullable<CheckoutCharge['payments']>[number]

/** A charge of 19.99, changed by the given fields. */
export function charge(fields: Partial<CheckoutCharge> = {}): CheckoutCharge {
  return {
    id: chargeId,
    hosted_url: `https://pay.example/${chargeId}`,
    created_at: '2026-11-20T10:00:00.000Z',
    pricing_type: 'fixed_price',
    reference: '5d0c1f2e3b4a59687786a5b4c3d2e1f0',
    pricing: {
      local: { amount: '19.99', currency: 'USD' },
      settlement: { amount: '19.99', currency: 'DUSD' },
    },
    payments: [],
    ...fields,
  }
}

/** Where it is paid: DUSD with 6 places on the local chain. */
export function destination(fields: Partial<CheckoutDestination> = {}): CheckoutDestination {
  return {
    tokenAmount: '19.99',
    tokenAddress,
    tokenDecimals: 6,
    tokenSymbol: 'DUSD',
    chainId: '31337',
    requestLink: { recipientAddress: shopAddress },
    ...fields,
  }
}

export function payment(status: string | undefined, fields: ChargePayment = {}): ChargePayment {
  return { payerTransactionHash: hashA, paidAmountInRequestedToken: '19.99', status, ...fields }
}

/** A deal over 19.99 with these payments made. */
export function deal(...payments: ChargePayment[]): PaymentOption {
  return createPaymentOption(charge({ payments }), destination())
}

/** A deal whose payer names the amount. */
export function openDeal(...payments: ChargePayment[]): PaymentOption {
  const asked = destination({ tokenAmount: '0' })
  return createPaymentOption(charge({ pricing_type: 'no_price', payments }), asked)
}

export function intent(of: PaymentOption = deal(), fields: Partial<Intent> = {}): Intent {
  return {
    id: 'one',
    from: payer,
    quote: of.quote,
    nonce: 7,
    block: 100n,
    time: 1_790_000_000_000,
    ...fields,
  }
}

/** Enough of everything. */
export const rich: Funds = {
  tokenBalance: 10n ** 12n,
  nativeBalance: 10n ** 18n,
  fee: 10n ** 14n,
  nativeSymbol: 'ETH',
  nonce: 7,
  blockNumber: 100n,
}

export const fault = new PayError('service_failed', 'The service answered 500.', {
  retryable: true,
})

/** A state or an effect, without the fields that say nothing. */
export const known = (value: object = {}) =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined))
