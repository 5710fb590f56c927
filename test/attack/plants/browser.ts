import type { Plant } from './plant.ts'

const storage = 'test/attack/browser/storage.e2e.test.ts'
const mounts = 'test/attack/browser/mounts.e2e.test.ts'
const cookies = 'test/attack/browser/cookies.e2e.test.ts'
const suffix = 'test/attack/browser/suffix.e2e.test.ts'
const strangers = 'test/attack/browser/strangers.e2e.test.ts'
const ended = 'test/attack/browser/ended.e2e.test.ts'
const hostile = 'test/attack/browser/hostile-page.e2e.test.ts'
const swapped = 'test/attack/browser/swapped-files.e2e.test.ts'

/** Rules of the page, each of which an attack test holds in a real browser. */
export const plants: Plant[] = [
  {
    rule: 'a stored quote is compared with what the service offers',
    file: 'src/checkout/transitions/follow/resume-payment.ts',
    from: `allOptions.find(
      (offer) => isOffered(intent.quote, offer.quote) && couldHaveAsked(offer, intent.quote.amount),
    )`,
    to: '({ ...option, quote: intent.quote })',
    test: storage,
    name: 'a planted entry with the attacker’s recipient leads no money elsewhere, and asks for nothing but the price',
  },
  {
    rule: 'a stored receipt that names no payment stops nobody',
    file: 'src/checkout/transitions/follow/resume-payment.ts',
    from: "[{ do: 'closeEntry', chargeId: option.charge.id, hash }]",
    to: '[]',
    test: storage,
    name: 'a planted entry with a receipt for nothing leads no money elsewhere, and asks for nothing but the price',
  },
  {
    rule: 'a stored receipt shows what the service counts',
    file: 'src/checkout/transitions/follow/resume-payment.ts',
    from: "return getReceiptHash(charge, hash) || (findPaidHash(charge) ?? '')",
    to: "return hash || (findPaidHash(charge) ?? '')",
    test: storage,
    name: 'a planted receipt of a charge that is paid shows the payment that the service counts',
  },
  {
    rule: 'a stored charge is resumed by the proxy’s word alone',
    file: 'src/element/first/charge-source.ts',
    from: '  if (settings.chargeId) return fetchPaymentOption(transport, settings, settings.chargeId, signal)',
    to: '  const stored = settings.chargeId ?? findKnownChargeId(source)\n  if (stored) return fetchPaymentOption(transport, settings, stored, signal)',
    test: storage,
    name: 'an order whose stored charge was swapped, with no binding that fits, pays its own charge',
  },
  {
    rule: 'a binding holds for its visitor alone',
    file: 'src/proxy/orders/binding.ts',
    from: 'JSON.stringify([order, chargeId, visitor])',
    to: 'JSON.stringify([order, chargeId, visitor === order])',
    test: storage,
    name: 'an order whose stored charge was swapped for the attacker’s, with his valid binding, pays its own charge',
  },
  {
    rule: 'what another tab is said to do holds only while it has the lock',
    file: 'src/checkout/transitions/other-tabs.ts',
    from: "[{ do: 'stopDiscovering' }, { do: 'waitForLock', chargeId: event.chargeId }]",
    to: "[{ do: 'stopDiscovering' }]",
    test: storage,
    name: 'planted messages of other tabs, and planted events of the storage, show no payment that is none',
  },
  {
    rule: 'messages of other tabs are read by their form',
    file: 'src/element/checkout/storage/tab-channel.ts',
    from: 'const message = parseTabMessage(data)\n      if (message) handleMessage(message)',
    to: 'handleMessage(data as TabMessage)',
    test: storage,
    name: 'planted messages of other tabs, and planted events of the storage, show no payment that is none',
  },
  {
    rule: 'an order is one session per page, whoever mounts it',
    file: 'src/element/session.ts',
    from: '  if (currentSession && !currentSession.isOver) return currentSession\n',
    to: '',
    test: mounts,
    name: 'two elements of one order show one payment, and each tells of it once',
  },
  {
    rule: 'an element that is mounted in mid-payment joins it',
    file: 'src/element/session.ts',
    from: '    if (this.#checkout) this.#checkout.attach(context)\n    else if (',
    to: '    if (',
    test: mounts,
    name: 'in React’s StrictMode, wrapped and by order, a purchase is one transfer, one receipt, one of each event',
  },
  {
    rule: 'a payment goes on without an element',
    file: 'src/element/session.ts',
    from: '    if (isPaying(this.state)) return\n',
    to: '',
    test: mounts,
    name: 'an order that is unmounted and mounted while the wallet asks goes on with its one payment',
  },
  {
    rule: 'locks that the browser refuses count as none',
    file: 'src/element/checkout/storage/locks.ts',
    from: '          if (options.signal?.aborted) return reject(cause)',
    to: '          if (cause !== undefined) return reject(cause)',
    test: cookies,
  },
  {
    rule: 'a transfer of the intent’s own nonce is ours without its name',
    file: 'src/wallet/track/match-transfer.ts',
    from: '  const isSender = isHexEqual(from, intent.from)',
    to: '  if (hasReference) return undefined\n  const isSender = isHexEqual(from, intent.from)',
    test: suffix,
    name: 'a wallet that drops the reference and never answers makes one payment, which one signature proves',
  },
  {
    rule: 'money that names nobody is signed for, and not paid again',
    file: 'src/checkout/transitions/follow/settle-payment.ts',
    from: 'if (!option.quote.reference) return keepState(state)',
    to: 'if (signers.length >= 0) return keepState(state)',
    test: suffix,
    name: 'a payer who does not sign is not asked to pay again, and the merchant can assign the money',
  },
  {
    rule: 'that the service says paid ends every doubt',
    file: 'src/checkout/transitions/pay/send-transfer.ts',
    from: "return state.step === 'unknownOutcome' ? finishAsPaid(event.option, intent) : keepState(state)",
    to: 'return keepState(state)',
    test: suffix,
    name: 'a payment that was sent from another account, with null for an answer, shows as paid when the service says so',
  },
  {
    rule: 'a price is not what an unnamed transfer is known by',
    file: 'src/checkout/transitions/pay/external-payment.ts',
    from: '{ ...screen, unreservedOption, option: reservedOption, reservation: event.reservation },',
    to: '{ ...screen, unreservedOption, option: unreservedOption, reservation: event.reservation },',
    test: strangers,
    name: 'who pays by a code with the page closed is credited, and a stranger’s charge of the same price gets nothing',
  },
  {
    rule: 'a reported hash that the chain has not shown is no payment',
    file: 'src/checkout/quote/settlement.ts',
    from: "(status === 'PENDING' || status === undefined) && hash ? [hash] : [],",
    to: "status !== 'FAILED' && hash ? [hash] : [],",
    test: strangers,
  },
  {
    rule: 'a charge that has ended is not offered',
    file: 'src/checkout/transitions/open-charge.ts',
    from: "return status === 'EXPIRED' ? 'expired' : status === 'CANCELLED' ? 'cancelled' : undefined",
    to: "return status === 'EXPIRED' ? 'expired' : undefined",
    test: ended,
    name: 'a canceled charge offers no payment',
  },
  {
    rule: 'a charge is read again before the wallet opens',
    file: 'src/checkout/transitions/pay/send-transfer.ts',
    from: 'return !isPayable || hasEnded || hasNewHash ||',
    to: 'return hasNewHash ||',
    test: ended,
    name: 'a charge that is canceled while its page is open opens no wallet',
  },
  {
    rule: 'a charge is read anew when it expires',
    file: 'src/element/checkout/watch-offer.ts',
    from: '  sleep(delayMs, signal).then(onOutdated, () => undefined)\n',
    to: '',
    test: ended,
    name: 'a charge that expires while its page is open offers no payment any more, nor when it is opened again',
  },
  {
    rule: 'zod bears what an old library leaves on the prototype of all objects',
    file: 'vite.config.ts',
    from: '    hardenLibraries(),\n',
    to: '',
    test: hostile,
  },
  {
    rule: 'a chunk is imported only after its files are verified',
    file: 'src/element/first/load-chunk.ts',
    from: '  await Promise.all(Object.entries(hashes).map(verifyFile))\n',
    to: '',
    test: swapped,
    name: 'script tag: a swapped wallet does not run: the payer sees an error, and nothing is paid',
  },
  {
    rule: 'the import map has the hash of every file',
    file: 'src/api/script-tags.ts',
    from: '  const importMap = JSON.stringify({ integrity }, undefined, 1)',
    to: '  const importMap = JSON.stringify({ imports: integrity && {} }, undefined, 1)',
    test: swapped,
    name: 'import map: no import of a swapped wallet runs it',
  },
]
