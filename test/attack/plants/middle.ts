import type { Plant } from './plant.ts'

const pins = 'test/attack/middle/pins.test.ts'
const guard = 'test/attack/middle/guard.test.ts'
const pinned = 'test/attack/browser/pinned-recipients.e2e.test.ts'
const checkPins = 'src/checkout/quote/check-pins.ts'
const signed = 'test/attack/middle/signed.test.ts'
const database = 'test/attack/middle/database.test.ts'
const checkSigned = 'src/checkout/quote/check-signed-quote.ts'
const verifyJws = 'src/api/jws/verify.ts'
const verify = 'src/api/signed-quote/verify.ts'
const transfer = 'src/checkout/effects/transfer.ts'
const checkFunds = 'src/checkout/effects/check-funds.ts'
const runner = 'src/checkout/effects/runner.ts'

/** Rules that hold against whoever controls the merchant's proxy or the service. */
export const plants: Plant[] = [
  {
    rule: 'every screen from which money can be sent is guarded',
    file: 'src/checkout/transitions/pay/guard-payment.ts',
    from: '  if (!error) return [state, effects]',
    to: '  if (error || !error) return [state, effects]',
    test: pins,
  },
  {
    rule: 'a quote is checked directly before a wallet is asked',
    file: transfer,
    from: '    requireAllowed(ports, run.state, originalIntent)\n',
    to: '',
    test: guard,
  },
  {
    rule: 'a charge that is read again before paying is checked',
    file: checkFunds,
    from: '  if (refusal) throw refusal\n',
    to: '',
    test: guard,
  },
  {
    rule: 'an answer that comes late starts no payment that nobody shows',
    file: runner,
    from: '    if (isDisposed && !isPaying(before)) return\n',
    to: '',
    test: guard,
  },
  {
    rule: 'the recipient must be named',
    file: checkPins,
    from: 'chainId === quote.chainId && isSameAddress(address, quote.recipient),',
    to: 'chainId === quote.chainId && address !== quote.chargeId,',
    test: pins,
  },
  {
    rule: 'all accepted tokens are checked',
    file: checkPins,
    from: '[option, ...listOffers(option, pageAssets)]',
    to: '[option, ...listOffers(option, pageAssets).slice(0, 0)]',
    test: pins,
  },
  {
    rule: 'the price in tokens is no more than the price shown',
    file: checkPins,
    from: 'return price <= convertAtRate(local.amount, bound.rate, bound.decimals) && quote.amount <= price',
    to: 'return convertAtRate(local.amount, bound.rate, bound.decimals) > 0n',
    test: pins,
  },
  {
    rule: 'the decimals are those that the page knows',
    file: checkPins,
    from: 'if (!bound || bound.decimals !== quote.token.decimals) return false',
    to: 'if (!bound) return false',
    test: pins,
  },
  {
    rule: 'a rate holds for prices in its currency',
    file: checkPins,
    from: 'if (bound.rate === undefined || local.currency.toUpperCase() !== bound.currency) return false',
    to: 'if (bound.rate === undefined) return false',
    test: pins,
  },
  {
    rule: 'the element shows no price before the pins are checked',
    file: 'src/element/session.ts',
    from: '      if (refusal) throw refusal\n',
    to: '',
    test: pinned,
    name: 'a proxy that names its own account gets nothing, and no wallet is asked (light)',
  },
  {
    rule: 'an offer without a verified signature is refused',
    file: 'src/element/checkout/pins/quote-check.ts',
    from: "      if (!verification) return createUnsignedError('missing')\n",
    to: '      if (!verification) return undefined\n',
    test: signed,
  },
  {
    rule: 'a signature is verified',
    file: verifyJws,
    from: 'if (!(await crypto.subtle.verify(parameters, publicKey, signature, bytes)))',
    to: 'if ((await crypto.subtle.verify(parameters, publicKey, signature, bytes)) === undefined)',
    test: signed,
  },
  {
    rule: 'a quote of another merchant of the same service is refused',
    file: verify,
    from: 'entry.publicKey === key.publicKey && entry.account === claims.account',
    to: 'entry.publicKey === key.publicKey',
    test: signed,
  },
  {
    rule: 'a signed quote is of this charge',
    file: checkSigned,
    from: "  if (ids.some((id) => id.toLowerCase() !== claims.charge)) return 'charge'\n",
    to: '',
    test: signed,
  },
  {
    rule: 'a signed quote has this reference',
    file: checkSigned,
    from: "  if (quote.reference !== claims.reference) return 'reference'\n",
    to: '',
    test: signed,
  },
  {
    rule: 'a signed quote ends',
    file: checkSigned,
    from: "  if (isExpired(claims, now)) return 'expired'\n",
    to: '',
    test: signed,
  },
  {
    rule: 'the signed recipient is paid',
    file: checkSigned,
    from: "  if (!isSameAddress(asset.recipient, recipient)) return 'recipient'\n",
    to: '',
    test: signed,
  },
  {
    rule: 'a reserved amount is signed for this charge',
    file: checkSigned,
    from: '    claims.charge === quote.chargeId.toLowerCase() &&\n',
    to: '',
    test: signed,
  },
  {
    rule: 'the quote of an order was signed for this order',
    file: 'src/element/checkout/pins/quote-check.ts',
    from: "return orderedCharges.has(pair) ? verification : { reason: 'order' }",
    to: 'return verification',
    test: signed,
  },
  {
    rule: 'the proxy signs only accounts that the merchant lists',
    file: 'src/proxy/service/sign-quotes.ts',
    from: '    requireListed(listAccounts(requestCharge), recipients)\n',
    to: '',
    test: signed,
  },
  {
    rule: 'the service signs only accounts that the operator lists',
    file: 'src/service/charges/routes/sign-quotes.ts',
    from: '  if (!unlisted) return true\n',
    to: '  if (!unlisted || unlisted) return true\n',
    test: database,
  },
]
