import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRunner } from '../../../src/checkout/effects/runner.ts'
import type { Ports, QuoteCheck } from '../../../src/checkout/ports/ports.ts'
import type { CheckoutEvent, Effect, State } from '../../../src/checkout/state.ts'
import { guardPayment } from '../../../src/checkout/transitions/pay/guard-payment.ts'
import { PayError } from '../../../src/errors.ts'
import { walletA } from '../../checkout/samples.ts'
import { everyState } from '../../checkout/states.ts'
import { patience, until } from '../../support/wait.ts'
import { answerWith, createPorts, createWallets } from './payer.ts'
import { chargeId, createReplies } from './replies.ts'

const refusal = new PayError('recipient_not_pinned', 'Not this one.')
const settings = { proxy: 'https://shop.example/pay', chargeId, destination: undefined }
const idle: CheckoutEvent = { type: 'start' }

/** The steps from which no money can be sent any more, or not yet. */
const harmless =
  /^(loading|unavailable|otherTab|unknownOutcome|earlierPayment|reporting|needsSignature|confirming|dropped|notPaid|misdirected|paid|cancelled|failed)$/

for (const [name, state] of Object.entries<State>(everyState))
  test(`a refused quote in "${name}" is paid by nobody, and nothing known is forgotten`, () => {
    const effects: Effect[] = [
      { do: 'closeEntry', chargeId },
      { do: 'discoverWallets' },
      { do: 'switchChain', chainId: 1, attempt: 1 },
    ]
    const [next, kept] = guardPayment([state, effects], idle, () => refusal)
    const wasAsked = state.step === 'sending' && state.wasWalletAsked
    if (harmless.test(state.step) || wasAsked) {
      assert.equal(next, state)
      assert.deepEqual(kept, effects)
      return
    }
    assert.deepEqual(next, { step: 'failed', error: refusal })
    assert.deepEqual(kept, [{ do: 'stopDiscovering' }, { do: 'closeEntry', chargeId }])
  })

/** Pays with a wallet until something stops it. `change` may replace ports. */
async function pay(change: (ports: Ports, refuse: () => void) => Partial<Ports>) {
  let isRefused = false
  let transfers = 0
  const wallets = createWallets(() => transfers++)
  const ports = createPorts(settings, answerWith(createReplies()), wallets, undefined)
  const checkQuote: QuoteCheck = () => (isRefused ? refusal : undefined)
  const changed = change(ports, () => {
    isRefused = true
  })
  const steps: string[] = []
  const runner = createRunner({ ...ports, checkQuote, ...changed }, ({ step }) => steps.push(step))
  runner.dispatch({ type: 'start' })
  const end = performance.now() + patience
  const isEnded = () => runner.state.step === 'failed' || performance.now() > end
  for (let turns = 0; turns < 40 || !isEnded(); turns++) {
    await new Promise((resolve) => setImmediate(resolve))
    if (runner.state.step === 'ready') runner.dispatch({ type: 'pay' })
    if (runner.state.step === 'choosingWallet')
      runner.dispatch({ type: 'chooseWallet', walletId: walletA.id })
    if (runner.state.step === 'choosingToken') runner.dispatch({ type: 'chooseToken', index: 0 })
  }
  runner.dispose()
  return { transfers, steps, state: runner.state }
}

test('the quote is checked once more directly before the wallet is asked, and its entry is closed', async () => {
  const closed: string[] = []
  const { transfers, steps, state } = await pay(({ journal }, refuse) => ({
    journal: {
      ...journal,
      writeIntent: async () => {
        refuse()
        return true
      },
      close: (id) => void closed.push(id),
    },
  }))
  assert.equal(transfers, 0)
  assert.ok(steps.includes('sending'))
  assert.deepEqual(state, { step: 'failed', error: refusal })
  assert.deepEqual(closed, [chargeId])
})

test('a charge that is read again before paying is checked, too', async () => {
  const { transfers, state } = await pay(({ proxy }) => ({
    checkQuote: (option) => (option.charge.organization_name === 'Another' ? refusal : undefined),
    proxy: {
      ...proxy,
      refresh: async (option) => ({
        ...option,
        charge: { ...option.charge, organization_name: 'Another' },
      }),
    },
  }))
  assert.equal(transfers, 0)
  assert.deepEqual(state, { step: 'failed', error: refusal })
})

test('an answer that comes after the page has gone starts no payment', async () => {
  let connect = (_: unknown) => {}
  let transfers = 0
  const wallets = createWallets(() => transfers++)
  const account = wallets.connect('', () => {})
  const slow = { ...wallets, connect: () => new Promise((resolve) => (connect = resolve)) }
  const ports = createPorts(
    settings,
    answerWith(createReplies()),
    slow as typeof wallets,
    undefined,
  )
  const runner = createRunner({ ...ports, checkQuote: () => undefined }, () => {})
  const reaches = (step: State['step']) =>
    until(step, () => runner.state.step === step || undefined)
  runner.dispatch({ type: 'start' })
  await reaches('ready')
  runner.dispatch({ type: 'pay' })
  await reaches('choosingWallet')
  runner.dispatch({ type: 'chooseWallet', walletId: walletA.id })
  await reaches('connecting')
  runner.dispose()
  connect(await account)
  // Nothing more comes.
  await new Promise((resolve) => setTimeout(resolve, 20))
  assert.equal(runner.state.step, 'connecting')
  assert.equal(transfers, 0)
})

/** Asks for the signature of a transfer that was sent without a reference. */
async function signUnder(reason: string) {
  const error = new PayError('quote_not_signed', 'Not signed.', { details: { reason } })
  const signed: string[] = []
  const wallets = createWallets(() => {})
  const ports = createPorts(settings, answerWith(createReplies()), wallets, undefined)
  const signMessage = async (_: string, message: string) => {
    signed.push(message)
    return '0x'
  }
  const steps: State[] = []
  const signing = { ...wallets, signMessage }
  const runner = createRunner(
    { ...ports, loadWallets: async () => signing, checkQuote: () => error },
    (state) => steps.push(state),
    everyState.needsSignature as State,
  )
  runner.dispatch({ type: 'sign' })
  for (let turns = 0; turns < 10; turns++) await new Promise((resolve) => setImmediate(resolve))
  runner.dispose()
  return { signed, notices: steps.flatMap((state) => ('notice' in state && state.notice) || []) }
}

test('nobody signs a transfer away with the reference of another charge', async () => {
  const refused = await signUnder('reference')
  assert.deepEqual(refused.signed, [])
  assert.equal(refused.notices[0]?.code, 'quote_not_signed')
  // The money is sent: that the quote has expired since must not keep the payer from proving it.
  assert.deepEqual((await signUnder('expired')).notices, [])
})
