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
    file: 'src/checkout/transitions/transition.ts',
    text: `asked: false },
        [{ do: 'journalIntent', intent, consented: false }],`,
    becomes: `asked: true },
        [{ do: 'transfer', intent }, { do: 'journalIntent', intent, consented: false }],`,
  },
  {
    name: 'an unclear answer of the wallet is taken as a refusal',
    file: 'src/checkout/effects/runner.ts',
    text: `type: certain ? 'notSent' : 'lost'`,
    becomes: `type: 'notSent'`,
  },
  {
    name: 'the lock is dropped',
    file: 'src/element/storage/locks.ts',
    text: `if (held.has(name) || !locks) return Promise.resolve(true)`,
    becomes: `if (name !== '') return Promise.resolve(true)`,
  },
  {
    name: 'the 409 of our own hash is taken as an error',
    file: 'src/element/recorder.ts',
    text: 'if (await isOurs(this, deal, hash, cause, signal)) return undefined',
    becomes: '',
  },
  {
    name: 'the 409 of another’s hash is taken as success',
    file: 'src/element/recorder.ts',
    text: `throw new PayError('conflict', text, { cause, status: 409 })`,
    becomes: `return text === '' ? undefined : undefined`,
  },
  {
    name: 'the hash is cleared before the service has taken it',
    file: 'src/checkout/transitions/builders.ts',
    text: `[...first, { do: 'stopDiscovering' }, told]`,
    becomes: `[...first, { do: 'closeJournal', chargeId: deal.charge.id, intentId: intent?.id ?? '' }, told]`,
  },
  {
    name: 'a replacement is ignored',
    file: 'src/checkout/transitions/settle-payment.ts',
    text: 'return replaced(state, fate.hash)',
    becomes: 'return [state, []]',
  },
  {
    name: 'every tab that sees the payment settled leaves for success',
    file: 'src/checkout/effects/runner.ts',
    text: `if (first) ports.leave('success')`,
    becomes: `ports.leave('success')`,
  },
  {
    name: 'an unresolved intent is not taken up',
    file: 'src/checkout/transitions/resume-payment.ts',
    text: `if (entry?.intent) return unsure(deal, entry.intent)`,
    becomes: '',
  },
  {
    name: 'a journaled hash counts as recorded',
    file: 'src/checkout/transitions/resume-payment.ts',
    text: 'if (entry?.hash && !told && !instead) return record(deal, entry.hash, { intent: entry.intent })',
    becomes: `if (entry?.hash) return confirm(deal, entry.hash, needed, { intent: entry.intent })`,
  },
  {
    name: 'trying again sends again',
    file: 'src/checkout/transitions/transition.ts',
    text: `const { deal, intent, proposal, sighting } = state
      const upTo`,
    becomes: `const { deal, intent, proposal, sighting } = state
      if (deal) return [state, [{ do: 'transfer', intent }]]
      const upTo`,
  },
  {
    name: 'the nonce check is inverted',
    file: 'src/wallet/track/search-transfer.ts',
    text: 'final > intent.nonce && next === newest',
    becomes: 'final <= intent.nonce && next === newest',
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
    text: `fate.confirmations >= needed`,
    becomes: `fate.confirmations >= 1`,
  },
  {
    name: 'a reverted transfer counts',
    file: 'src/checkout/effects/follow-payment.ts',
    text: `!fate.reverted && fate.confirmations`,
    becomes: `fate.confirmations`,
  },
  {
    name: 'no receipt is kept of a payment that is done',
    file: 'src/element/storage/journal.ts',
    text: `write(chargeId, { ...entry, late, hash, recorded: true, done: now() })`,
    becomes: 'forget(chargeId)',
  },
  {
    name: 'a loop does not rest',
    file: 'src/checkout/effects/wait.ts',
    text: 'await ports.sleep(milliseconds, signal)',
    becomes: 'await Promise.resolve()',
  },
  {
    name: 'nobody is asked to sign for what does not say what it pays',
    file: 'src/checkout/transitions/settle-payment.ts',
    text: 'if (!deal.quote.reference || signers.length === 0) return stay(state)',
    becomes: 'if (signers.length >= 0) return stay(state)',
  },
  {
    name: 'what may be ours is taken for a spent nonce',
    file: 'src/wallet/track/search-transfer.ts',
    text: `if (!mined) return {`,
    becomes: `if (!mined || isPossible(mined)) return {`,
  },
  {
    name: 'an entry’s quote is offered',
    file: 'src/checkout/transitions/resume-payment.ts',
    text: 'const fit = intent && all.find(({ quote }) => isOffered(intent.quote, quote))',
    becomes: 'const fit = intent && { ...deal, quote: intent.quote }',
  },
  {
    name: 'tab messages are believed',
    file: 'src/checkout/transitions/transition.ts',
    text: `if (mirror.step === 'over' || isPaying(state) || !isOpen(state)) return stay(state)`,
    becomes: `if (isPaying(state) || !isOpen(state)) return stay(state)
  if (mirror.step === 'over')
    return [{ step: 'paid', deal, hash: mirror.hash ?? '', before: true }, []]`,
  },
  {
    name: 'a listed stranger’s payment is followed',
    file: 'src/checkout/quote/settlement.ts',
    text: `(status === 'PENDING' || status === undefined) && hash ? [hash] : [],`,
    becomes: `(status !== 'COMPLETED') && hash ? [hash] : [],`,
  },
  {
    name: 'the order mapping is trusted',
    file: 'src/element/charge-source.ts',
    text: 'const { chargeId, binding } = stored ?? {}',
    becomes: `const { chargeId, binding } = stored ?? {}
  if (chargeId) return await getCharge(transport, chargeId, new AbortController().signal)`,
  },
  {
    name: 'a receipt is believed',
    file: 'src/checkout/transitions/resume-payment.ts',
    text: 'if (isPaid(deal) || silent) {',
    becomes: 'if (deal) {',
  },
  {
    name: 'an intent is written over another',
    file: 'src/element/storage/journal.ts',
    text: 'if (before && (isOpen(before) || isNews(before, intent))) return false',
    becomes: '',
  },
]
