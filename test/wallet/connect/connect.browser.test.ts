import type { WalletInfo, Wallets } from '../../../src/checkout/ports/wallets.ts'
import { PayError } from '../../../src/errors.ts'
import { createWallets, type WalletsOptions } from '../../../src/wallet/index.ts'
import { deal } from '../../checkout/samples.ts'
import { equal, includes, ok, thrown, until } from '../../element/support/assert.ts'
import { afterEach, test } from '../../element/support/bdd.ts'
import { PageWallet, type PageWalletOptions, payer, refusal } from '../../element/support/wallet.ts'
import { intent, quote } from '../samples.ts'

const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const announced: PageWallet[] = []
const stops: (() => void)[] = []

afterEach(() => {
  for (const wallet of announced.splice(0)) wallet.leave()
  for (const stop of stops.splice(0)) stop()
  localStorage.clear()
  Reflect.deleteProperty(window, 'ethereum')
})

function announce(options: PageWalletOptions = {}): PageWallet {
  const wallet = new PageWallet(options).announce()
  announced.push(wallet)
  return wallet
}

/** By which a wallet is known. */
const idOf = ({ info: { rdns, name } }: PageWallet) => `${rdns} ${name}`

/** The lists that a payer sees, newest last. */
function watch(wallets: Wallets = createWallets()) {
  const lists: WalletInfo[][] = []
  stops.push(wallets.watch((list) => lists.push(list)))
  return {
    lists,
    names: () => lists.at(-1)?.map(({ name }) => name) ?? 'none yet',
  }
}

/** Wallets with one announced and connected. */
async function connected(options: PageWalletOptions = {}, with_: WalletsOptions = {}) {
  const wallet = announce(options)
  const wallets = createWallets(with_)
  const account = await wallets.connect(idOf(wallet), untold)
  return { wallet, wallets, account }
}

test('a wallet that was there before is in the first list', async () => {
  announce({ name: 'Early' })
  const seen = watch()
  await until(
    () => seen.lists.length > 0,
    () => 'a list should come',
  )
  equal(seen.names(), ['Early'])
})

test('wallets of a payment that is over listen to nothing any more', async () => {
  const heard: string[] = []
  const provider = {
    request: async () => [],
    on: (event: string) => heard.push(event),
    removeListener: (event: string) => heard.splice(heard.indexOf(event), 1),
  }
  const wallets = createWallets({ wallets: [provider as never] })
  const seen = watch(wallets)
  equal(heard.length, 4)
  wallets.dispose()
  equal(heard, [])
  announce({ name: 'Late' })
  const others = watch()
  await until(
    () => others.lists.length > 0,
    () => 'a list should come',
  )
  equal(others.names(), ['Late'])
  ok(!seen.lists.flat().some(({ name }) => name === 'Late'), 'it should not be listed')
})

test('one that comes late is added', async () => {
  const seen = watch()
  await until(
    () => seen.lists.length > 0,
    () => 'a list should come',
  )
  equal(seen.names(), [])
  announce({ name: 'Late' })
  await until(
    () => seen.names().length === 1,
    () => String(seen.names()),
  )
  equal(seen.names(), ['Late'])
})

test('one that announces itself twice is there once', async () => {
  const wallet = announce({ name: 'Loud' })
  const seen = watch()
  wallet.announce()
  await until(
    () => seen.lists.length > 0,
    () => 'a list should come',
  )
  wallet.announce()
  equal(seen.names(), ['Loud'])
})

test('one that announces itself anew with another uuid is there once', async () => {
  const wallet = announce({ name: 'Anew' })
  const seen = watch()
  await until(
    () => seen.lists.length > 0,
    () => 'a list should come',
  )
  wallet.info.uuid = crypto.randomUUID()
  wallet.announce()
  equal(seen.names(), ['Anew'])
})

test('several that say the same rdns are all there, also with the same name; the first hides nobody', async () => {
  const rdns = 'io.metamask'
  const first = announce({
    name: 'MetaMask',
    rdns,
    account: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  })
  announce({ name: 'MetaMask', rdns })
  announce({ name: 'MetaMask Flask', rdns })
  const wallets = createWallets()
  const seen = watch(wallets)
  await until(
    () => seen.lists.at(-1)?.length === 3,
    () => String(seen.names()),
  )
  equal(seen.names(), ['MetaMask', 'MetaMask', 'MetaMask Flask'])
  const [one, two] = seen.lists.at(-1) ?? []
  equal((await wallets.connect(one?.id ?? '', untold)).address, first.account)
  equal((await wallets.connect(two?.id ?? '', untold)).address, payer)
})

test('the wallet of the last time is known again by rdns and name, and comes first', async () => {
  const rdns = 'io.metamask'
  const flask = announce({ name: 'MetaMask Flask', rdns })
  await createWallets().connect(idOf(flask), untold)
  flask.leave()
  announce({ name: 'Someone', rdns })
  announce({ name: 'MetaMask Flask', rdns: 'example.other' })
  announce({ name: 'MetaMask Flask', rdns })
  const seen = watch()
  await until(
    () => seen.lists.at(-1)?.length === 3,
    () => String(seen.names()),
  )
  equal(seen.lists.at(-1)?.[0]?.id, 'io.metamask MetaMask Flask')
})

/** Announces anything, now and whenever a page asks. */
function announceDetail(detail: unknown) {
  const say = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  addEventListener('eip6963:requestProvider', say)
  stops.push(() => removeEventListener('eip6963:requestProvider', say))
  say()
}

const throwing = (name: string) =>
  Object.defineProperty({}, name, {
    get() {
      throw new Error('A getter of a stranger.')
    },
  })

test('announcements of a wrong form hide no wallet, and each fault of theirs is logged once', async () => {
  const { warn } = console
  const logged: unknown[] = []
  console.warn = (...words: unknown[]) => void logged.push(words)
  try {
    const { provider } = new PageWallet()
    const info = { uuid: 'u', name: 'N', rdns: 'example.n', icon: 'data:image/png;base64,AA==' }
    for (const detail of [
      null,
      undefined,
      42,
      'text',
      {},
      { info },
      { provider },
      { info: null, provider },
      { info: { ...info, uuid: '' }, provider },
      { info: { ...info, uuid: undefined }, provider },
      { info: { ...info, name: 7 }, provider },
      { info: { ...info, name: ' ' }, provider },
      { info: { ...info, rdns: undefined }, provider },
      { info: { ...info, icon: 42 }, provider },
      { info: { ...info, icon: { toString: () => 'data:image/x' } }, provider },
      { info, provider: null },
      { info, provider: {} },
      { info, provider: { request: 'text' } },
      throwing('info'),
      { info: throwing('name'), provider },
      { info, provider: throwing('request') },
      new Proxy(
        {},
        {
          get() {
            throw new Error('A proxy of a stranger.')
          },
        },
      ),
      {
        get info() {
          // Not even what it throws can be read.
          throw new Proxy(new Error(), {
            get() {
              throw new Error('unreadable')
            },
          })
        },
      },
    ])
      announceDetail(detail)
    announce({ name: 'Good' })
    const seen = watch()
    await until(
      () => seen.lists.length > 0,
      () => 'a list should come',
    )
    equal(seen.names(), ['Good'])
    const texts = logged.map(String)
    equal(new Set(texts).size, texts.length)
    for (const fault of ['icon of N (example.n) is no text', 'N (example.n) has no provider'])
      equal(texts.filter((text) => text.includes(fault)).length, 1, fault)
  } finally {
    console.warn = warn
  }
})

test('a wallet whose listeners throw can be chosen, and fails no page', async () => {
  const wallet = new PageWallet({ name: 'Deaf' })
  wallet.provider.on = () => {
    throw new Error('No listeners.')
  }
  announced.push(wallet.announce())
  const failed: unknown[] = []
  const onRejection = (event: PromiseRejectionEvent) => void failed.push(event.reason)
  addEventListener('unhandledrejection', onRejection)
  const seen = watch()
  await until(
    () => seen.lists.length > 0,
    () => 'a list should come',
  )
  removeEventListener('unhandledrejection', onRejection)
  equal([seen.names(), failed], [['Deaf'], []])
})

test('a script that announces without end fills no endless list, and takes no names of any length', async () => {
  for (let number = 0; number < 60; number++)
    announce({ name: `${number} ${'x'.repeat(500)}`, rdns: `example.${number}` })
  const seen = watch()
  await until(
    () => seen.lists.length > 0,
    () => 'a list should come',
  )
  const last = seen.lists.at(-1) ?? []
  equal([last.length, last[0]?.name.length], [50, 80])
})

/** The newest list, once the wallets have been looked for. */
async function list(): Promise<WalletInfo[]> {
  const seen = watch()
  await until(
    () => seen.lists.length > 0,
    () => 'a list should come',
  )
  return seen.lists.at(-1) ?? []
}

test('sixty that call themselves MetaMask hide neither the real one nor any other', async () => {
  for (let number = 0; number < 60; number++)
    announce({ name: number % 2 ? 'MetaMask' : 'Meta\u200bMask ', rdns: `example.fake${number}` })
  const real = announce({ name: 'MetaMask', rdns: 'io.metamask' })
  announce({ name: 'Other', rdns: 'example.other' })
  const wallets = await list()
  equal(wallets.filter(({ name }) => name === 'Other').length, 1)
  equal(wallets.length, 7)
  // Each says where it comes from, but the one whose name is its own.
  equal(wallets.find(({ id }) => id === idOf(real))?.rdns, 'io.metamask')
  equal(wallets.filter(({ rdns }) => rdns?.startsWith('example.fake')).length, 5)
  equal(wallets.find(({ name }) => name === 'Other')?.rdns, undefined)
})

test('no limit leaves out the wallet of the last time, nor the one that the browser gives to old pages', async () => {
  for (let number = 0; number < 60; number++)
    announce({ name: `${number}`, rdns: `example.${number}` })
  const last = announce({ name: 'Last', rdns: 'example.last' })
  localStorage.setItem('pay-charge.last-wallet', idOf(last))
  const own = announce({ name: 'Own', rdns: 'example.own' })
  Object.assign(window, { ethereum: own.provider })
  announce({ name: 'Stranger', rdns: 'example.stranger' })
  const wallets = await list()
  equal(wallets.length, 52)
  equal([wallets[0]?.name, wallets[0]?.wasLastUsed], ['Last', true])
  equal(wallets.at(-1)?.name, 'Own')
})

test('copies with the same rdns do not hide the one that the browser gives to old pages', async () => {
  for (let number = 0; number < 60; number++) announce({ name: 'MetaMask', rdns: 'io.metamask' })
  const real = announce({ name: 'MetaMask', rdns: 'io.metamask', account: token })
  Object.assign(window, { ethereum: real.provider })
  const wallets = createWallets()
  const seen = watch(wallets)
  await until(
    () => seen.lists.length > 0,
    () => 'a list should come',
  )
  const [last, ...others] = (seen.lists.at(-1) ?? []).toReversed()
  equal(others.length, 5)
  equal((await wallets.connect(last?.id ?? '', untold)).address, token)
})

test('a well-known name from another domain says its domain, one from its own does not', async () => {
  announce({ name: 'Phantom', rdns: 'example.phish' })
  announce({ name: 'MetaMask', rdns: 'io.metamask.mobile' })
  announce({ name: 'Rabby Wallet', rdns: 'io.rabby' })
  equal(
    (await list()).map(({ name, rdns }) => [name, rdns]),
    [
      ['Phantom', 'example.phish'],
      ['MetaMask', undefined],
      ['Rabby Wallet', undefined],
    ],
  )
})

test('after a reload only the wallet of the last time is asked: one that never answers holds nothing up', async () => {
  const { wallet } = await connected()
  const dead = announce({ name: 'Dead', rdns: 'example.dead' })
  dead.answer = () => new Promise(() => {})
  const next = createWallets()
  const fate = await next.getTransactionStatus(31_337, `0x${'ab'.repeat(32)}`, undefined, 1)
  equal(fate.status, 'mined')
  ok(wallet.asked.length > 0, 'it was read through the one of the last time')
  equal(dead.asked, [])
})

const text = 'I confirm: 5 € ✓\n\nReference: 0123'
const asHex = `0x${[...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
const signature = `0x${'5a'.repeat(65)}`

/** A wallet that answers a question for a signature so. */
const signing = (answer: unknown) => (ask: { method: string }) =>
  ask.method === 'personal_sign' ? answer : undefined

test('a text is signed as the hex of its UTF-8, on whatever network the wallet is', async () => {
  const { wallet, wallets } = await connected({ chainId: 1 })
  wallet.answer = signing(signature)
  equal(await wallets.signMessage(payer, text), signature)
  const asked = wallet.asked.filter(({ method }) => method === 'personal_sign')
  equal(
    asked.map(({ params }) => params),
    [[asHex, payer]],
  )
  equal(wallet.count('wallet_switchEthereumChain'), 0)
})

test('the answer of a contract wallet is passed on as it is', async () => {
  const { wallet, wallets } = await connected()
  for (const long of ['0x00', `0x${'ab'.repeat(700)}`]) {
    wallet.answer = signing(long)
    equal(await wallets.signMessage(payer.toLowerCase(), text), long)
  }
})

for (const answer of [
  null,
  '',
  '0x',
  '0x123',
  'signed',
  7,
  {},
  `0x${'zz'.repeat(65)}`,
  [signature],
]) {
  test(`the answer ${JSON.stringify(answer).slice(0, 20)} is no signature`, async () => {
    const { wallet, wallets } = await connected()
    wallet.answer = signing(answer)
    equal((await thrown(() => wallets.signMessage(payer, text))).code, 'wallet_failed')
    equal(wallet.count('personal_sign'), 1)
  })
}

for (const [name, error, code] of [
  ['refused', refusal(4001), 'wallet_refused'],
  ['asked already', refusal(-32002, 'Already pending.'), 'wallet_busy'],
  ['not known', refusal(4200, 'Not supported.'), 'wallet_failed'],
] as const) {
  test(`a signature that is ${name} is ${code}`, async () => {
    const { wallet, wallets } = await connected()
    wallet.answer = signing(error)
    equal((await thrown(() => wallets.signMessage(payer, text))).code, code)
  })
}

test('a wallet that shows another account now is not asked to sign', async () => {
  const { wallet, wallets } = await connected()
  const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
  equal((await thrown(() => wallets.signMessage(other, text))).code, 'wallet_failed')
  wallet.answer = ({ method }) => (method === 'eth_accounts' ? [other] : undefined)
  equal((await thrown(() => wallets.signMessage(payer, text))).code, 'wallet_failed')
  wallet.answer = ({ method }) => (method === 'eth_accounts' ? 'odd' : undefined)
  equal((await thrown(() => wallets.signMessage(payer, text))).code, 'wallet_failed')
  equal(wallet.count('personal_sign'), 0)
})

test('where no wallet is connected, nobody is asked to sign', async () => {
  const wallet = announce()
  equal((await thrown(() => createWallets().signMessage(payer, text))).code, 'wallet_failed')
  equal(wallet.count('personal_sign'), 0)
})

test('two of them are both there', async () => {
  announce({ name: 'A', rdns: 'example.a' })
  announce({ name: 'B', rdns: 'example.b' })
  const seen = watch()
  await until(
    () => seen.lists.length > 0,
    () => 'a list should come',
  )
  equal(seen.names(), ['A', 'B'])
})

test('after the stop no list comes any more', async () => {
  const wallets = createWallets()
  const lists: WalletInfo[][] = []
  const stop = wallets.watch((list) => lists.push(list))
  stop()
  announce({ name: 'Late' })
  await new Promise((resolve) => setTimeout(resolve, 200))
  equal(lists, [])
})

test('window.ethereum is offered only where nothing is announced', async () => {
  Object.assign(window, { ethereum: new PageWallet().provider })
  const seen = watch()
  await until(
    () => seen.lists.length > 0,
    () => 'a list should come',
  )
  equal(seen.names(), ['Browser wallet'])
  announce({ name: 'Announced' })
  await until(
    () => seen.lists.length > 1,
    () => 'another list should come',
  )
  equal(seen.names(), ['Announced'])
})

test('window.ethereum connects', async () => {
  Object.assign(window, { ethereum: new PageWallet().provider })
  const { address } = await createWallets().connect('injected', untold)
  equal(address, payer)
})

test('an icon that would call a host is left out', async () => {
  const icons = ['https://tracker.example/x.png', 'javascript:alert(1)', 'data:text/html,<b>', '']
  for (const [place, icon] of icons.entries()) announce({ icon, rdns: `example.bad${place}` })
  const good = 'data:image/png;base64,AA=='
  announce({ icon: good, rdns: 'example.good' })
  const seen = watch()
  await until(
    () => seen.lists.at(-1)?.length === 5,
    () => String(seen.names()),
  )
  equal(
    seen.lists.at(-1)?.map(({ icon }) => icon),
    [undefined, undefined, undefined, undefined, good],
  )
})

test('connecting gives the first account and the chain that the wallet is on', async () => {
  const { account, wallet } = await connected({ chainId: 1 })
  equal(account.address, payer)
  equal(account.chainId, 1)
  equal(account.wallet.name, wallet.info.name)
})

test('a second connection does not ask the payer again', async () => {
  const { wallet, wallets } = await connected()
  const before = wallet.count('eth_requestAccounts') + wallet.count('wallet_requestPermissions')
  const again = await wallets.connect(idOf(wallet), untold)
  equal(again.address, payer)
  equal(wallet.count('eth_requestAccounts') + wallet.count('wallet_requestPermissions'), before)
})

test('the payer may change to another wallet', async () => {
  const { wallets } = await connected({ rdns: 'example.a', name: 'A' })
  announce({ rdns: 'example.b', name: 'B' })
  const account = await wallets.connect('example.b B', untold)
  equal(account.wallet.name, 'B')
})

test('a wallet that is gone is said so', async () => {
  const error = await thrown(() => createWallets().connect('example.unknown', untold))
  equal(error.code, 'wallet_failed')
  includes(error.message, 'Choose it again')
})

const failures: [string, Error, string][] = [
  ['refuses', refusal(4001), 'wallet_refused'],
  ['refuses as WalletConnect does', refusal(5000), 'wallet_refused'],
  ['shows a question already', refusal(-32002, 'Already processing.'), 'wallet_busy'],
  ['fails', refusal(-32603, 'Internal error.'), 'wallet_failed'],
]
for (const [name, error, code] of failures) {
  test(`a wallet that ${name} at the connection is ${code}, and can be asked again`, async () => {
    const wallet = announce()
    const wallets = createWallets()
    wallet.answer = ({ method }) =>
      method === 'eth_requestAccounts' || method === 'wallet_requestPermissions' ? error : undefined
    equal((await thrown(() => wallets.connect(idOf(wallet), untold))).code, code)
    wallet.answer = () => undefined
    equal((await wallets.connect(idOf(wallet), untold)).address, payer)
  })
}

test('a wallet without an account is said so', async () => {
  const wallet = announce()
  wallet.answer = ({ method }) =>
    method === 'eth_requestAccounts' || method === 'eth_accounts' ? [] : undefined
  const error = await thrown(() => createWallets().connect(idOf(wallet), untold))
  equal(error.code, 'wallet_locked')
})

test('the network is changed', async () => {
  const { wallet, wallets } = await connected({ chainId: 1 })
  await wallets.switchChain(31_337)
  equal(wallet.chainId, 31_337)
  equal(wallet.count('wallet_addEthereumChain'), 0)
})

test('and added where the wallet does not know it', async () => {
  const { wallet, wallets } = await connected({ chainId: 1 })
  let known = false
  wallet.answer = ({ method }) => {
    if (method === 'wallet_addEthereumChain') known = true
    return method === 'wallet_switchEthereumChain' && !known
      ? refusal(4902, 'Unrecognized chain ID.')
      : undefined
  }
  await wallets.switchChain(31_337)
  equal(wallet.chainId, 31_337)
  equal(wallet.count('wallet_addEthereumChain'), 1)
})

for (const [name, error, code] of [
  ['refused', refusal(4001), 'wallet_refused'],
  ['not possible', refusal(-32601, 'Method not found.'), 'chain_refused'],
  ['asked already', refusal(-32002, 'Already pending.'), 'wallet_busy'],
] as const) {
  test(`a change of network that is ${name} is ${code}`, async () => {
    const { wallet, wallets } = await connected({ chainId: 1 })
    wallet.answer = ({ method }) => (method.endsWith('EthereumChain') ? error : undefined)
    equal((await thrown(() => wallets.switchChain(31_337))).code, code)
    equal(wallet.chainId, 1)
  })
}

test('a wallet that agrees to change the network and stays where it is, is said so', async () => {
  const { wallet, wallets } = await connected({ chainId: 1 })
  wallet.answer = ({ method }) => (method === 'wallet_switchEthereumChain' ? null : undefined)
  const error = await thrown(() => wallets.switchChain(31_337))
  equal(error.code, 'chain_refused')
  includes(error.message, 'couldn’t switch to Localhost.')
  equal(Reflect.get(error, 'details'), { kind: 'switch_failed' })
  equal(wallet.chainId, 1)
})

for (const [name, answer] of [
  ['nothing', null],
  ['a code as text', '4001'],
  ['a whole reply', { error: { code: 4001 } }],
  ['words', 'User rejected'],
] as const) {
  test(`a payer who closes a wallet that then rejects with ${name} has declined`, async () => {
    const wallet = announce()
    const { provider } = wallet
    const { request } = provider
    provider.request = async (ask) => {
      if (ask.method === 'eth_requestAccounts') throw answer
      return await request(ask)
    }
    const wallets = createWallets()
    equal((await thrown(() => wallets.connect(idOf(wallet), untold))).code, 'wallet_refused')
  })
}

test('a chain that nobody knows is said before the wallet is asked', async () => {
  const { wallet, wallets } = await connected()
  equal((await thrown(() => wallets.switchChain(987_654))).code, 'chain_unknown')
  equal(wallet.count('wallet_switchEthereumChain'), 0)
})

/** Nothing is told here. */
const untold = () => {
  throw new Error('Nothing is to be told.')
}
const wanted = () => true
const transfer = (amount = 5n) => intent(quote(amount, token), payer, 0, 100n)

test('a transfer is asked once, with the chain, and nothing about fees', async () => {
  const { wallet, wallets } = await connected()
  ok((await wallets.transfer(transfer(), wanted, untold)).startsWith('0x'))
  const asked = wallet.asked.filter(({ method }) => method === 'eth_sendTransaction')
  equal(asked.length, 1)
  const [request = {}] = (asked[0]?.params ?? []) as Record<string, string>[]
  equal(Object.keys(request).sort(), ['chainId', 'data', 'from', 'to'])
  equal([request.chainId, request.to], ['0x7a69', token])
})

test('a transfer that fails is not asked again', async () => {
  const { wallet, wallets } = await connected()
  wallet.answer = ({ method }) =>
    method === 'eth_sendTransaction' ? refusal(-32603, 'Internal error.') : undefined
  equal((await thrown(() => wallets.transfer(transfer(), wanted, untold))).code, 'wallet_failed')
  equal(wallet.count('eth_sendTransaction'), 1)
})

test('a refused transfer is a refusal', async () => {
  const { wallet, wallets } = await connected()
  wallet.answer = ({ method }) => (method === 'eth_sendTransaction' ? refusal(4001) : undefined)
  equal((await thrown(() => wallets.transfer(transfer(), wanted, untold))).code, 'wallet_refused')
})

test('a wallet that has drifted to another network is not asked for a transfer', async () => {
  const { wallet, wallets } = await connected()
  wallet.chainId = 1
  equal((await thrown(() => wallets.transfer(transfer(), wanted, untold))).code, 'chain_refused')
  equal(wallet.count('eth_sendTransaction'), 0)
})

test('nor one that was never connected', async () => {
  announce()
  equal(
    (await thrown(() => createWallets().transfer(transfer(), wanted, untold))).code,
    'chain_refused',
  )
})

test('a network that cannot be read before a transfer is a certain "not sent"', async () => {
  const { wallet, wallets } = await connected()
  wallet.answer = ({ method }) => (method === 'eth_getCode' ? refusal(-32603, 'Down.') : undefined)
  const native = intent(quote(5n), payer, 0, 100n)
  equal((await thrown(() => wallets.transfer(native, wanted, untold))).code, 'chain_unreachable')
  equal(wallet.count('eth_sendTransaction'), 0)
})

test('a transfer that is not wanted any more is refused before the wallet is asked', async () => {
  const { wallet, wallets } = await connected()
  const asked: boolean[] = []
  const given = () => {
    asked.push(wallet.count('eth_sendTransaction') === 0)
    return false
  }
  equal((await thrown(() => wallets.transfer(transfer(), given, untold))).code, 'wallet_refused')
  equal(asked, [true])
  equal(wallet.count('eth_sendTransaction'), 0)
})

test('funds are read through the wallet, and not from one on another network', async () => {
  const { wallet, wallets } = await connected()
  wallet.balance = 77n
  const funds = await wallets.readFunds(quote(5n, token), payer)
  equal([funds.tokenBalance, funds.nativeSymbol, funds.blockNumber], [77n, 'ETH', 100n])
  wallet.chainId = 1
  equal((await thrown(() => wallets.readFunds(quote(5n, token), payer))).code, 'chain_unreachable')
})

test('after a reload, a wallet that still knows the page reads without asking', async () => {
  const { wallet, wallets } = await connected()
  await wallets.transfer(transfer(), wanted, untold)
  const questions = () =>
    wallet.count('eth_requestAccounts') + wallet.count('wallet_requestPermissions')
  const before = questions()
  const next = createWallets()
  const fate = await next.getTransactionStatus(31_337, `0x${'ab'.repeat(32)}`, undefined, 1)
  equal(fate.status === 'mined' && fate.confirmations, 1)
  equal(questions(), before)
})

test('a list is there at once for a payer whose pointer was on the card before the click', async () => {
  announce({ name: 'Early' })
  const wallets = createWallets()
  await new Promise((resolve) => setTimeout(resolve, 150))
  const seen = watch(wallets)
  await Promise.resolve()
  equal(seen.names(), ['Early'])
})

test('the payer is asked for the account once, and for no permissions beside it', async () => {
  const { wallet } = await connected()
  equal([wallet.count('eth_requestAccounts'), wallet.count('wallet_requestPermissions')], [1, 0])
})

const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

test('a wallet that was not chosen does not take the place of the connected one', async () => {
  const { wallets } = await connected({ rdns: 'example.a', name: 'A' })
  const stranger = announce({ rdns: 'example.b', name: 'B', account: other })
  const heard: unknown[] = []
  stops.push(wallets.watchAccount((account) => heard.push(account?.address)))
  stranger.emit('accountsChanged', [other])
  stranger.emit('disconnect', { code: 4900 })
  await new Promise((resolve) => setTimeout(resolve, 20))
  equal(heard, [])
})

test('a wallet that answers the request of an earlier page is connected', async () => {
  const wallet = announce()
  const wallets = createWallets()
  const heard: unknown[] = []
  stops.push(wallets.watchAccount((account) => heard.push(account?.address)))
  wallet.emit('accountsChanged', [payer])
  await until(
    () => heard.length > 0,
    () => 'the account should be heard of',
  )
  equal(heard, [payer])
  equal((await wallets.connect(idOf(wallet), untold)).address, payer)
})

test('MetaMask’s short break does not disconnect; any other end does', async () => {
  const { wallet, wallets } = await connected()
  const heard: unknown[] = []
  stops.push(wallets.watchAccount((account) => heard.push(account)))
  wallet.emit('disconnect', { code: 1013 })
  await new Promise((resolve) => setTimeout(resolve, 20))
  equal(heard, [])
  wallet.emit('disconnect', { code: 4900 })
  await until(
    () => heard.length > 0,
    () => 'the end should be heard of',
  )
  equal(heard, [undefined])
})

/** Methods that the wallet was asked since. */
function askedSince({ asked }: PageWallet) {
  const start = asked.length
  return () => asked.slice(start).map(({ method }) => method)
}

test('everything that the check reads is asked at once', async () => {
  const { wallet, wallets } = await connected()
  const since = askedSince(wallet)
  const { promise, resolve } = Promise.withResolvers<undefined>()
  wallet.answer = () => promise
  const reading = wallets.readFunds(quote(5n, token), payer)
  await new Promise((done) => setTimeout(done, 20))
  equal(since().sort(), [
    'eth_blockNumber',
    // The balance, and the token's decimals.
    'eth_call',
    'eth_call',
    'eth_chainId',
    'eth_estimateGas',
    'eth_gasPrice',
    'eth_getBalance',
    'eth_getCode',
    // With what waits, and without.
    'eth_getTransactionCount',
    'eth_getTransactionCount',
    'wallet_getCapabilities',
  ])
  resolve(undefined)
  equal((await reading).nonce, 0)
})

test('what a wallet answers for another network does not count, whether balance or error', async () => {
  const { wallet, wallets } = await connected()
  for (const answer of ['0x0', refusal(3, 'execution reverted: paused')]) {
    wallet.answer = ({ method }) =>
      method === 'eth_chainId'
        ? new Promise((resolve) => setTimeout(resolve, 20, '0x1'))
        : method === 'eth_estimateGas'
          ? answer
          : undefined
    const error = await thrown(() => wallets.readFunds(quote(5n, token), payer))
    equal(error.code, 'chain_unreachable')
    includes(error.message, 'different network')
  }
})

/** A wallet whose payer's funds were checked, and the transfer that was checked. */
async function checked(options: PageWalletOptions = {}) {
  const { wallet, wallets } = await connected(options)
  const about = transfer()
  await wallets.readFunds(about.quote, payer)
  return { wallet, wallets, about }
}

test('a transfer does not read again what the check has read; only account and network', async () => {
  const { wallet, wallets, about } = await checked()
  const since = askedSince(wallet)
  await wallets.transfer(about, wanted, untold)
  equal(since(), ['eth_accounts', 'eth_chainId', 'eth_sendTransaction'])
})

test('of another quote, or another account, everything is read again', async () => {
  const { wallet, wallets, about } = await checked()
  const since = askedSince(wallet)
  await wallets.transfer(transfer(6n), wanted, untold)
  ok(since().includes('eth_getCode'), 'another quote')
  const [{ data = '' } = {}] = (wallet.asked.at(-1)?.params ?? []) as { data?: string }[]
  ok(data.slice(74, 138).endsWith('06'), 'the amount is that of the transfer, not of the check')
  await wallets.readFunds(about.quote, payer)
  const sinceOther = askedSince(wallet)
  await thrown(() => wallets.transfer({ ...about, from: other }, wanted, untold))
  equal(wallet.count('eth_sendTransaction'), 1)
  ok(!sinceOther().includes('eth_sendTransaction'))
})

for (const [what, method, answer, code = 'chain_refused'] of [
  ['account', 'eth_accounts', [other]],
  ['account, by locking it', 'eth_accounts', [], 'wallet_locked'],
  ['network', 'eth_chainId', '0x1'],
] as const) {
  test(`a wallet that changes the ${what} after the check is not asked for the transfer`, async () => {
    const { wallet, wallets, about } = await checked()
    // Without an event, as from a wallet that reports no changes.
    wallet.answer = (ask) => (ask.method === method ? answer : undefined)
    const error = await thrown(() => wallets.transfer(about, wanted, untold))
    equal(error.code, code)
    equal(wallet.count('eth_sendTransaction'), 0)
  })

  test(`nor one that does so while the transfer waits for its capabilities: the ${what}`, async () => {
    const { wallet, wallets } = await connected()
    const about = transfer()
    const { promise, resolve } = Promise.withResolvers<object>()
    wallet.answer = (ask) => (ask.method === 'wallet_getCapabilities' ? promise : undefined)
    await wallets.readFunds(about.quote, payer)
    const sending = thrown(() => wallets.transfer(about, wanted, untold))
    await new Promise((done) => setTimeout(done, 20))
    wallet.answer = (ask) => (ask.method === method ? answer : undefined)
    resolve({})
    equal((await sending).code, code)
    equal(wallet.count('eth_sendTransaction'), 0)
  })
}

// The checkout shows what a port rejects with: each rejection is a PayError, in words for a payer.
for (const [name, failure] of [
  ['does not answer in time', refusal(4900, '')],
  ['fails in its own words', refusal(-32603, 'Internal JSON-RPC error.')],
  ['throws what its code throws', new TypeError('n.map is not a function')],
] as const) {
  test(`where a wallet ${name}, every method rejects with a PayError, in words for a payer`, async () => {
    const { wallet, wallets } = await connected()
    wallet.answer = ({ method }) => (/accounts|chainId/.test(method) ? undefined : failure)
    const of = quote(5n, token)
    const plain = intent(of, payer, 0, 90n)
    const authorization = {
      ...{ value: 5n, fee: 0n, nonce: `0x${'1'.repeat(64)}`, validBefore: 4_000_000_000n },
      ...{ domain: { name: 'Dollar', version: '1' }, signature: `0x${'1'.repeat(130)}` },
    }
    const signed = { ...plain, authorization }
    const hash = `0x${'ab'.repeat(32)}`
    const options = [deal()]
    const offer = {
      ...{ chainId: '31337', tokenAddress: token, recipientAddress: of.recipient, value: '5' },
      ...{ fee: '0', nonce: authorization.nonce, validBefore: '4000000000' },
      domain: authorization.domain,
    }
    const calls: Record<string, () => Promise<unknown>> = {
      switchChain: () => wallets.switchChain(1),
      readFunds: () => wallets.readFunds(of, payer),
      readBalances: () => wallets.readBalances(options, payer),
      transfer: () =>
        wallets.transfer(
          plain,
          () => true,
          () => {},
        ),
      signMessage: () => wallets.signMessage(payer, 'words'),
      prepareAuthorization: () => wallets.prepareAuthorization(of, payer, offer),
      signAuthorization: () => wallets.signAuthorization(signed, () => true),
      findAuthorizationRefusal: () => wallets.findAuthorizationRefusal(signed),
      searchTransfer: () => wallets.searchTransfer(plain, { depth: 1 }),
      searchAuthorization: () => wallets.searchTransfer(signed, { depth: 1 }),
      getTransactionStatus: () => wallets.getTransactionStatus(31_337, hash, plain, 1),
      getAuthorizedStatus: () => wallets.getTransactionStatus(31_337, hash, signed, 1),
      compareTransfer: () => wallets.compareTransfer(plain, hash),
      inspectTransaction: () => wallets.inspectTransaction(options, hash),
      findIncomingTransfers: () => wallets.findIncomingTransfers(of, 90n),
    }
    const rejected = await Promise.all(
      Object.entries(calls).map(async ([method, call]) => {
        const cause = await call().then(
          () => undefined,
          (reason: unknown) => reason,
        )
        if (cause === undefined) return []
        ok(cause instanceof PayError, `${method}: ${cause}`)
        const { message } = cause as PayError
        ok(!/viem|provider|RPC|function|Error|0x/i.test(message), `${method}: ${message}`)
        return [method]
      }),
    )
    // The others say by what they return that the chain could not be read.
    equal(rejected.flat(), [
      ...['switchChain', 'readFunds', 'transfer', 'signMessage', 'signAuthorization'],
      ...['findAuthorizationRefusal', 'searchTransfer', 'searchAuthorization'],
      ...['getTransactionStatus', 'getAuthorizedStatus', 'findIncomingTransfers'],
    ])
  })
}
