/** A fault that is planted: a text of the source, which must stand there once, and what it becomes. */
export interface Fault {
  name: string
  file: string
  text: string
  becomes: string
}

/**
 * The source with the fault in it.
 *
 * @throws Error when its text does not stand there once: then the source has changed, and so must the fault
 */
export function plantIn(source: string, { file, text, becomes }: Fault): string {
  if (source.split(text).length !== 2)
    throw new Error(`${file} must hold this text once, and does not:\n${text}`)
  // A function, as a text would read $ in its own way.
  return source.replace(text, () => becomes)
}

/** What a careless change could do to a payment. The simulation must find each. */
export const faults: readonly Fault[] = [
  {
    name: 'the transfer is asked before the journal is written',
    file: 'src/checkout/transitions/pay/send-transfer.ts',
    text: `wasWalletAsked: false },
    [{ do: 'writeIntent', intent, hasConsented }],`,
    becomes: `wasWalletAsked: true },
    [{ do: 'requestTransfer', intent }, { do: 'writeIntent', intent, hasConsented }],`,
  },
  {
    name: 'an unclear answer of the wallet is taken as a refusal',
    file: 'src/checkout/effects/transfer.ts',
    text: `type: isCertain ? 'notSent' : 'outcomeUnknown'`,
    becomes: `type: 'notSent'`,
  },
  {
    name: 'the lock is dropped',
    file: 'src/element/checkout/storage/locks.ts',
    text: `if (releasers.has(name) || !locks) return Promise.resolve(true)`,
    becomes: `if (name !== '') return Promise.resolve(true)`,
  },
  {
    name: 'the 409 of our own hash is taken as an error',
    file: 'src/element/checkout/merchant-proxy.ts',
    text: 'if (await isRecordedForCharge(this, option, hash, cause, signal)) return undefined',
    becomes: '',
  },
  {
    name: 'the 409 of another’s hash is taken as success',
    file: 'src/element/checkout/merchant-proxy.ts',
    text: `throw new PayError('conflict', text, { cause })`,
    becomes: `return text === '' ? undefined : undefined`,
  },
  {
    name: 'the hash is cleared before the service has taken it',
    file: 'src/checkout/transitions/builders.ts',
    text: `[...firstEffects, { do: 'stopDiscovering' }, reportEffect]`,
    becomes: `[...firstEffects, { do: 'closeEntry', chargeId: option.charge.id, intentId: intent?.id ?? '' }, reportEffect]`,
  },
  {
    name: 'a replacement is ignored',
    file: 'src/checkout/transitions/follow/settle-payment.ts',
    text: 'return handleReplaced(state, transactionStatus.hash)',
    becomes: 'return [state, []]',
  },
  {
    name: 'every tab that sees the payment settled leaves for success',
    file: 'src/checkout/effects/run-effects.ts',
    text: `if (isFirst && !effect.isOthers) ports.onLeave('success')`,
    becomes: `ports.onLeave('success')`,
  },
  {
    name: 'an unresolved intent is not taken up',
    file: 'src/checkout/transitions/follow/resume-payment.ts',
    text: `if (entry?.intent) return startSearch(option, entry.intent)`,
    becomes: '',
  },
  {
    name: 'a journaled hash counts as recorded',
    file: 'src/checkout/transitions/follow/resume-payment.ts',
    text: `if (entry?.hash && !isRecorded && !countedHash)
    return startReporting(option, entry.hash, { intent: entry.intent })`,
    becomes: `if (entry?.hash)
    return startFollowing(option, entry.hash, requiredConfirmations, { intent: entry.intent })`,
  },
  {
    name: 'trying again sends again',
    file: 'src/checkout/transitions/retry.ts',
    text: `return startSearch(option, intent, { proposal, searchResult })`,
    becomes: `return [state, [{ do: 'requestTransfer', intent }]]`,
  },
  {
    name: 'the nonce check is inverted',
    file: 'src/wallet/track/search-transfer.ts',
    text: 'final > intent.nonce && pending === latest',
    becomes: 'final <= intent.nonce && pending === latest',
  },
  {
    name: 'what took the nonce counts before it is final',
    file: 'src/wallet/track/search-transfer.ts',
    text: 'const final = head - BigInt(depth - 1)',
    becomes: 'const final = head - BigInt(depth - depth)',
  },
  {
    name: 'one confirmation is enough',
    file: 'src/checkout/effects/follow-payment.ts',
    text: `transactionStatus.confirmations >= requiredConfirmations`,
    becomes: `transactionStatus.confirmations >= 1`,
  },
  {
    name: 'a reverted transfer counts',
    file: 'src/checkout/effects/follow-payment.ts',
    text: `!transactionStatus.isReverted &&
    transactionStatus.confirmations`,
    becomes: `transactionStatus.confirmations`,
  },
  {
    name: 'no receipt is kept of a payment that is done',
    file: 'src/element/checkout/storage/journal.ts',
    text: `write(chargeId, { ...entry, unreportedHashes, hash, isRecorded: true, settledAt: now() })`,
    becomes: 'removeEntry(chargeId)',
  },
  {
    name: 'a loop does not rest',
    file: 'src/checkout/effects/wait.ts',
    text: 'await ports.sleep(milliseconds, signal)',
    becomes: 'await Promise.resolve()',
  },
  {
    name: 'nobody is asked to sign for what does not say what it pays',
    file: 'src/checkout/transitions/follow/settle-payment.ts',
    text: 'if (!option.quote.reference) return keepState(state)',
    becomes: 'if (signers.length >= 0) return keepState(state)',
  },
  {
    name: 'what may be ours is taken for a spent nonce',
    file: 'src/wallet/track/search-transfer.ts',
    text: `if (!minedMatch) return {`,
    becomes: `if (!minedMatch || isPossibleMatch(minedMatch)) return {`,
  },
  {
    name: 'an entry’s quote is offered',
    file: 'src/checkout/transitions/follow/resume-payment.ts',
    text: `const matchingOption =
    intent &&
    allOptions.find(
      (offer) => isOffered(intent.quote, offer.quote) && couldHaveAsked(offer, intent.quote.amount),
    )`,
    becomes: 'const matchingOption = intent && { ...option, quote: intent.quote }',
  },
  {
    name: 'tab messages are believed',
    file: 'src/checkout/transitions/other-tabs.ts',
    text: `if (tabStatus.step === 'over' || isPaying(state) || !isBeforePayment(state))
    return keepState(state)`,
    becomes: `if (isPaying(state) || !isBeforePayment(state)) return keepState(state)
  if (tabStatus.step === 'over')
    return [{ step: 'paid', option, hash: tabStatus.hash ?? '', wasPaidBefore: true }, []]`,
  },
  {
    name: 'the order mapping is trusted',
    file: 'src/element/first/charge-source.ts',
    text: 'const { chargeId, binding } = storedOrder ?? {}',
    becomes: `const { chargeId, binding } = storedOrder ?? {}
  if (chargeId) return (await callRoute(transport, getCheckoutCharge, { params: { id: chargeId } })).data`,
  },
  {
    name: 'a receipt is believed',
    file: 'src/checkout/transitions/follow/resume-payment.ts',
    text: 'if (isPaid(option) || isUndecided) {',
    becomes: 'if (option) {',
  },
  {
    name: 'an intent is written over another',
    file: 'src/element/checkout/storage/journal.ts',
    text: `if (
          previousEntry &&
          (isUnresolved(previousEntry) || wasPaidMeanwhile(previousEntry, intent))
        )
          return false`,
    becomes: '',
  },
  {
    name: 'an intent of some hours ago counts no more, by the device’s clock',
    file: 'src/element/checkout/storage/journal.ts',
    text: 'return text === null ? undefined : parseEntry(text, chargeId)',
    becomes: `const entry = text === null ? undefined : parseEntry(text, chargeId)
    return entry?.intent && now() - entry.intent.time > 7_200_000 ? undefined : entry`,
  },
  {
    name: 'an intent of a later time is taken for damaged, by the device’s clock',
    file: 'src/element/checkout/storage/journal.ts',
    text: 'return text === null ? undefined : parseEntry(text, chargeId)',
    becomes: `const entry = text === null ? undefined : parseEntry(text, chargeId)
    return entry?.intent && entry.intent.time > now() + 60_000 ? undefined : entry`,
  },
  {
    name: 'a report that waits is not told before the wallet is asked',
    file: 'src/checkout/transitions/pay/waiting-payment.ts',
    text: `  if (charge.waiting_report && !acceptedSign && !ignoredHashes?.length) return 'report'\n`,
    becomes: '',
  },
  {
    name: 'nobody looks whether the account has an unmined transaction',
    file: 'src/checkout/transitions/pay/waiting-payment.ts',
    text: `funds?.hasUnmined ? 'nonce' : undefined`,
    becomes: 'undefined',
  },
  {
    name: 'who pays beside a report pays beside an unmined transaction',
    file: 'src/checkout/transitions/pay/waiting-payment.ts',
    text: `acceptedSign === 'nonce'`,
    becomes: 'acceptedSign',
  },
  {
    name: 'a browser that has given up a transaction is not told of another one',
    file: 'src/checkout/transitions/pay/waiting-payment.ts',
    text: `acceptedSign === 'nonce'`,
    becomes: `ignoredHashes?.length || acceptedSign === 'nonce'`,
  },
  {
    name: 'the payer’s consent to a storage that keeps nothing outlasts what is paid elsewhere',
    file: 'src/checkout/transitions/pay/send-transfer.ts',
    text: 'return state.intent.authorization\n        ? startSending(',
    becomes: 'return state.intent\n        ? startSending(',
  },
  {
    name: 'the charge is not read with the balance',
    file: 'src/checkout/effects/check-funds.ts',
    text: 'const readFreshOption = () => ports.proxy.refresh(option, signal).catch(() => undefined)',
    becomes: 'const readFreshOption = () => Promise.resolve<PaymentOption | undefined>(undefined)',
  },
]
