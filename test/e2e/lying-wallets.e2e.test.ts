import type { Page } from '@playwright/test'
import { demoAccount } from '../../demo/chain/accounts.ts'
import type { State } from '../../src/checkout/state.ts'
import type { WalletReply } from '../support/announce-wallet.ts'
import { isNightly } from '../support/effort.ts'
import type { Stage } from '../support/stage.ts'
import { TestWallet } from '../support/test-wallet.ts'
import { until } from '../support/wait.ts'
import { expect, mine, newCharge, test } from './fixtures.ts'

// A wallet that lies or hangs in one of its methods, and then comes to its senses. Whatever it does: no programmer's word
// on any screen, no second transfer, and always a button that leads to a payment.

type Lie = WalletReply | 'hang'

/** What a wallet may do with any question. */
const lies: Record<string, Lie> = {
  'refuses by 4001': { error: { code: 4001, message: 'User rejected the request.' } },
  'refuses by 4100': { error: { code: 4100, message: 'Unauthorized account or method.' } },
  'refuses by 4200': { error: { code: 4200, message: 'The Provider does not support it.' } },
  'fails by -32603': { error: { code: -32603, message: 'An unknown RPC error occurred.' } },
  'fails by a TypeError': { error: { message: 'n.map is not a function' } },
  'throws a text': { thrown: { value: 'Error: Cannot read properties of undefined' } },
  'throws nothing': { thrown: { value: undefined } },
  hangs: 'hang',
  'answers null': { result: null },
  'answers a number': { result: 7 },
  'answers an object': { result: { jsonrpc: '2.0', error: 'nope' } },
  'answers a list': { result: [{}] },
  'answers words': { result: 'internal failure' },
  'answers an empty word': { result: '0x' },
  'answers a huge number': { result: `0x${'f'.repeat(64)}` },
}

/** The methods, and how a payer comes to them. */
const methods: Record<string, { chainId?: number; before?: Record<string, Lie>; after?: true }> = {
  eth_requestAccounts: {},
  eth_accounts: {},
  eth_chainId: {},
  wallet_switchEthereumChain: { chainId: 1 },
  wallet_addEthereumChain: {
    chainId: 1,
    before: { wallet_switchEthereumChain: { error: { code: 4902, message: 'Unknown chain.' } } },
  },
  eth_call: {},
  eth_getCode: {},
  eth_getBalance: {},
  eth_estimateGas: {},
  eth_gasPrice: {},
  eth_getTransactionCount: {},
  eth_blockNumber: {},
  eth_sendTransaction: {},
  wallet_getCapabilities: {},
  wallet_sendCalls: { before: { wallet_getCapabilities: batches() } },
  wallet_getCallsStatus: {
    before: { wallet_getCapabilities: batches(), wallet_sendCalls: { result: { id: '0x1' } } },
  },
  eth_getTransactionReceipt: { after: true },
  eth_getTransactionByHash: { after: true },
  eth_getBlockByNumber: { after: true },
}

function batches(): Lie {
  return { result: { '0x7a69': { paymasterService: { supported: true } } } }
}

const everywhere = [
  'refuses by 4001',
  'refuses by 4100',
  'fails by a TypeError',
  'hangs',
  'answers null',
  'answers words',
  'answers a huge number',
]

/**
 * At night half of the lies for every method, and of the rest one after the other. Every run plays one for each method, and
 * so each lie at least once.
 */
function listLies(method: string): string[] {
  const at = Object.keys(methods).indexOf(method)
  const others = Object.keys(lies).filter((one) => !everywhere.includes(one))
  const all = Object.keys(lies)
  const one = all[at % all.length] as string
  const some = isNightly ? [...everywhere, others[at % others.length] as string] : [one]
  // A transaction's hash is no lie that a page could know.
  return some.filter((one) => method !== 'eth_sendTransaction' || one !== 'answers a huge number')
}

/** What no payer should read. */
const programmersWords = [
  /is not a function|\bundefined\b|\bnull\b|\[object|\bNaN\b|Cannot (read|decode|convert|mix)/i,
  /\bRPC\b|\bJSON\b|\bURL\b|\bviem\b|\bprovider\b|\bmethod\b|\bmethods\b|\bparams?\b|\bBigInt\b|\bhex\b/i,
  /\w*Error:|\bException\b|\bstack\b|reverted|unauthorized|internal failure|jsonrpc|eth_|wallet_/i,
  /0x[\da-f]{9,}/i,
  /[{}[\]<>]|=>|\d{9}/,
]

interface Case {
  method: string
  name: string
  lie: Lie
}

/** What the payer has seen, and what is on the screen. Runs in the page, as the functions below. */
type Screens = Window & { texts: Set<string>; payCharge: Pay; left: State | undefined }
type Pay = HTMLElement & { state: State }

/** Puts the element for a charge into the page, and notes each text that it shows. */
function show(chargeId: string) {
  const { texts } = Object.assign(window as unknown as Screens, { texts: new Set<string>() })
  localStorage.clear()
  const element = document.createElement('pay-charge') as Screens['payCharge']
  Object.assign(element, { chargeId, paymasterUrl: 'https://paymaster.example/', redirect: 'none' })
  Object.assign(window, { payCharge: element, left: undefined })
  const root = element.shadowRoot
  const note = () => {
    const card = root?.querySelector<HTMLElement>('.card')
    // The name of a file's kind is a payer's word.
    // biome-ignore lint/performance/useDomNodeTextContent: only what is seen
    if (card) texts.add(card.innerText.replace(/^JSON$/m, ''))
  }
  if (root)
    new MutationObserver(note).observe(root, {
      subtree: true,
      childList: true,
      characterData: true,
    })
  document.body.replaceChildren(element)
}

/** Returns the step, and whether nothing more comes by itself. */
function look() {
  const { state } = (window as unknown as Screens).payCharge
  const { step } = state
  if (state === (window as unknown as Screens).left) return { step, isAtRest: false }
  const isAtRest =
    step === 'ready' ||
    (step === 'choosingWallet' && !!state.wallets) ||
    (step === 'wrongNetwork' && !state.isAwaitingWallet) ||
    (step === 'unknownOutcome' && !!(state.searchResult ?? state.lastError)) ||
    ['insufficientFunds', 'failed', 'unavailable', 'notPaid', 'confirming', 'paid'].includes(step)
  return { step, isAtRest }
}

/** Presses the button that leads on from the screen. False where there is none. */
function pressOn(): boolean {
  const { payCharge: element } = window as unknown as Screens
  const { state, shadowRoot: root } = element
  const { step } = state
  // To pay again is folded while the first payment may still arrive.
  const fold = root?.querySelector<HTMLDetailsElement>('.screen details')
  if (fold && step === 'unknownOutcome') fold.open = true
  const buttons = [...(root?.querySelectorAll<HTMLButtonElement>('.screen button') ?? [])]
  const back = root?.querySelector<HTMLButtonElement>('button.back')
  const onward = {
    choosingWallet: root?.querySelector<HTMLButtonElement>('[part=wallet]'),
    connecting: back,
    checking: back,
    wrongNetwork: state.step === 'wrongNetwork' && state.isAwaitingWallet ? back : buttons[0],
    sending: buttons.at(-1),
    insufficientFunds: buttons.at(-1),
    unknownOutcome: buttons.at(-1),
  } as Record<string, HTMLButtonElement | null | undefined>
  const button = step in onward ? onward[step] : buttons[0]
  if (!button || button.disabled || !button.checkVisibility()) return false
  Object.assign(window, { left: state })
  button.click()
  return true
}

/** Presses what leads on, as soon as the screen is drawn. */
async function press(page: Page, step: string) {
  await until(`a button on ${step}`, async () => (await page.evaluate(pressOn)) || undefined)
}

/** Waits until nothing more comes by itself: what the wallet leaves open is waited for in the page's own time. */
async function settle(page: Page, wallet: TestWallet) {
  let waitedMs = 0
  return until('a screen at rest', async () => {
    const screen = await page.evaluate(look)
    if (screen.isAtRest) return screen
    // A wallet that agrees to another network is waited for, too, and one that may have sent.
    const isPatient = ['wrongNetwork', 'unknownOutcome'].includes(screen.step)
    if (wallet.openCount === 0 && !isPatient) return undefined
    // A payer who waits longer has a way out, too.
    if (waitedMs >= 120_000) return screen
    await page.clock.fastForward(10_000)
    waitedMs += 10_000
    return undefined
  })
}

async function play(page: Page, stage: Stage, wallet: TestWallet, { method, lie }: Case) {
  const { chainId = 31_337, before = {}, after } = methods[method] ?? {}
  const charge = await newCharge(stage)
  wallet.forget(chainId)
  await page.evaluate(show, charge.id)
  let isLying = true
  wallet.lie = (ask) => {
    if (!isLying) return undefined
    return ask.method === method ? lie : before[ask.method]
  }
  await until('the pay button', async () => {
    const { step } = await page.evaluate(look)
    return step === 'ready' || undefined
  })
  await press(page, 'ready')
  let screen = await settle(page, wallet)
  if (!after) isLying = false
  for (let turn = 0; !['reporting', 'confirming', 'paid'].includes(screen.step); turn++) {
    expect(turn, `${screen.step} leads on`).toBeLessThan(8)
    await press(page, screen.step)
    wallet.openCount = 0
    screen = await settle(page, wallet)
  }
  if (after) {
    await mine(stage)
    await until('the receipt', async () => (await page.evaluate(look)).step === 'paid' || undefined)
  }
  expect(wallet.sent).toHaveLength(1)
  const texts = await page.evaluate(() => [...(window as unknown as Screens).texts])
  for (const text of texts)
    for (const words of programmersWords) expect(text, String(words)).not.toMatch(words)
  return charge
}

/** Plays the cases in several pages side by side, each with a wallet of its own. Returns what went wrong. */
async function playAll(browser: import('@playwright/test').Browser, stage: Stage, cases: Case[]) {
  const faults: string[] = []
  const charges: { id: string }[] = []
  const rest = [...cases]
  const run = async (account: number) => {
    const context = await browser.newContext()
    const wallet = new TestWallet({ rpcUrl: stage.chain.rpcUrl, account })
    await wallet.install(context)
    const page = await context.newPage()
    await page.clock.install()
    await page.goto(stage.page(''))
    await page.waitForFunction(() => customElements.get('pay-charge'))
    for (let next = rest.shift(); next; next = rest.shift()) {
      const what = `${next.method} ${next.name}`
      await play(page, stage, wallet, next).then(
        (charge) => charges.push(charge),
        async (cause) => {
          const { state } = await page.evaluate(() => {
            const { state } = (window as unknown as Screens).payCharge
            return { state: `${state.step}: ${[...(window as unknown as Screens).texts].at(-1)}` }
          })
          faults.push(`${what}\n${cause.message}\n${state}`)
        },
      )
    }
    await context.close()
  }
  const accounts = [2, 3, 4]
  for (const account of accounts)
    await stage.chain.transfer(stage.chain.dusd, demoAccount(account).address, 5_000_000_000n)
  await Promise.all(accounts.map(run))
  return { faults, charges }
}

for (const [what, asked] of [
  ['connecting', ['eth_requestAccounts', 'eth_accounts', 'eth_chainId']],
  ['changing the network', ['wallet_switchEthereumChain', 'wallet_addEthereumChain']],
  ['reading what is needed', ['eth_call', 'eth_getCode', 'eth_getBalance', 'eth_blockNumber']],
  ['estimating', ['eth_estimateGas', 'eth_gasPrice', 'eth_getTransactionCount']],
  [
    'sending',
    ['eth_sendTransaction', 'wallet_getCapabilities', 'wallet_sendCalls', 'wallet_getCallsStatus'],
  ],
  [
    'looking for what was sent',
    ['eth_getTransactionReceipt', 'eth_getTransactionByHash', 'eth_getBlockByNumber'],
  ],
] as const) {
  test(`${what}: whatever a wallet answers, its payer reads words, pays once, and is never stuck`, async ({
    browser,
    stage,
  }) => {
    const cases = asked.flatMap((method) =>
      listLies(method).map((name) => ({ method, name, lie: lies[name] as Lie })),
    )
    const { faults, charges } = await playAll(browser, stage, cases)
    expect(faults.join('\n\n')).toBe('')
    expect(charges).toHaveLength(cases.length)
  })
}
