import { stringToHex } from 'viem'
import { parseAmount } from '../../src/amount.ts'
import { createPaymentMessage } from '../../src/api/signed-messages.ts'
import { getEntryKey, getOrderKey } from '../../src/element/first/order-storage.ts'
import { type Lie, makeEntry } from './lies.ts'
import {
  chainId,
  chargeId,
  destination,
  order,
  price,
  reference,
  rivalId,
  rivalReference,
  shop,
  stranger,
} from './places.ts'
import type { World } from './world.ts'

// What a stranger can do who knows the charge's id, and what a script can do that once ran in the page. Not on a service
// of the interface's shortest form: it believes any hash, and has nothing that could be proven.

const isStranger = ({ options }: World) => options.attacker && !options.silent
const isPlanter = ({ options }: World) => options.planter && !options.silent
/** In which browser the script ran. */
const choose = ({ browsers, first }: World, n: number) => browsers[n % browsers.length] ?? first
const falseHash = (n: number) => `0x${(n + 1).toString(16).padStart(4, 'e').repeat(16)}`
const signatureOf = (account: string, hash: string) =>
  stringToHex(`${account} ${createPaymentMessage({ reference, recipient: shop, chainId, hash })}`)

/** A stranger's transfer to the same recipient: it names nobody, his own charge, or the payer's; some are refused. */
export function intrude(world: World, a: number, b: number) {
  if (!isStranger(world)) return
  const { call, chain, options } = world
  const amount = parseAmount(price, destination(options.native).tokenDecimals)
  const named = [undefined, rivalReference, undefined, reference][a % 4]
  const plain = options.native ? '0x' : call.input.slice(0, 138)
  const input = named === reference ? call.input : plain
  const gift = { amount, reference: named }
  const { hash } = chain.intrude({ ...call, input, gift, reverts: b % 3 === 0 })
  world.tell(`a stranger sends ${hash.slice(0, 6)}, for ${named ?? 'nobody'}`)
  if (a > 31) world.service.report(hash, signatureOf(stranger, hash))
}

/** A stranger reports a hash: a false one, his own, or the payer's before him, for this charge or for his own. */
export function report(world: World, a: number, b: number) {
  if (!isStranger(world)) return
  const { chain, service } = world
  const real = [...chain.txs, ...chain.others].map(({ hash }) => hash)
  const hash = (a % 3 > 0 && real[(b >> 1) % real.length]) || falseHash(b)
  // His own signature proves nothing of the payer's money.
  const signature = b % 2 ? signatureOf(stranger, hash) : undefined
  world.tell(`a stranger reports ${hash.slice(0, 6)}`)
  if (a < 40) return void service.report(hash, signature)
  const body = { hash, chainId: String(chainId), tokenAddress: stranger, signature }
  service.answer('POST', `/charges/${rivalId}/payments`, JSON.stringify(body))
}

/** A script of the origin writes an entry, changes the one that is there, or maps the order to the stranger's charge. */
export function plant(world: World, a: number, b: number) {
  if (!isPlanter(world)) return
  const { watch } = world
  const browser = choose(world, a + b)
  const { disk } = browser
  if (a % 8 === 7) {
    const stored = { chargeId: rivalId, binding: 'bound', earlier: rivalId }
    disk.plant(getOrderKey(`/pay ${order}`), JSON.stringify(stored))
    disk.plant(getEntryKey(rivalId), lie(world, rivalId, a >> 3, b))
    return world.tell('a script maps the order to the stranger’s charge')
  }
  const key = getEntryKey(chargeId)
  const before = disk.read(key)
  const text = a > 47 && before ? alter(before, b) : lie(world, chargeId, a, b)
  // By another number, what the wallet did with the intent's own is not known any more.
  const renumbered = /"id":"([^"]*)".*"nonce":0/.exec(text)?.[1]
  if (renumbered) watch.planted.add(renumbered)
  // What was kept is gone, as where it is cleared: nobody can know of it any more.
  if (disk.plant(key, text)) watch.lost(browser)
  world.tell(`a script plants ${text}`)
}

/** A script of the origin speaks as another tab. */
export function forge(world: World, a: number, b: number) {
  if (!isPlanter(world)) return
  const step = ['sending', 'unknownOutcome', 'reporting', 'confirming', 'over', 'paid'][a % 6]
  const hash = falseHash(b + 128)
  const shapes: unknown[] = [
    { chargeId, status: { step, hash, confirmations: 9, requiredConfirmations: 1 } },
    { chargeId, status: { step } },
    { chargeId, status: { step, hash: 7, confirmations: -1 } },
    { chargeId, ask: true },
    { chargeId: rivalId, status: { step, hash } },
    null,
  ]
  world.tell(`a script tells the tabs “${step}”`)
  choose(world, a + b).channels.forge(shapes[b % shapes.length])
}

function lie({ options, watch }: World, of: string, a: number, b: number): string {
  const told: Lie = {
    id: `planted-${watch.planted.size}`,
    hash: falseHash(watch.planted.size + 256),
    chargeId: of,
    native: options.native,
  }
  watch.planted.add(told.id).add(told.hash)
  return makeEntry(told, a, b)
}

/** The entry that is there, turned to the stranger's good. */
function alter(before: string, b: number): string {
  const lies: [RegExp, string][] = [
    [/"recipient":"[^"]*"/, `"recipient":"${stranger}"`],
    [/"amount":"\d+"/, '"amount":"1"'],
    [/"decimals":\d+/, '"decimals":2'],
    [/"symbol":"[^"]*"/, '"symbol":"FREE"'],
    [/"nonce":\d+/, '"nonce":0'],
    [/"reference":"[^"]*"/, `"reference":"${rivalReference}"`],
  ]
  const [form, text] = lies[b % lies.length] as [RegExp, string]
  return before.replace(form, text)
}
