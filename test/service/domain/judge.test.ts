import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { Attribution } from 'ox/erc8021'
import { namedCharges } from '../../../src/service/domain/attribution.ts'
import { type Claim, type Facts, judge, type Log } from '../../../src/service/domain/judge.ts'

const token = `0x${'aA'.repeat(20)}`
const shop = `0x${'bB'.repeat(20)}`
const payer = `0x${'cc'.repeat(20)}`
const otherPayer = `0x${'ee'.repeat(20)}`
const chargeId = '3c90c3cc-0d44-4b50-8888-8dd25736052a'
const otherId = '11111111-2222-4333-8444-555555555555'
const zero = '0x0000000000000000000000000000000000000000'
const topic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const claim: Claim = {
  chargeId,
  quote: {
    chainId: 1,
    recipient: shop,
    token,
    tokenType: 'ERC20',
    decimals: 6,
    symbol: 'USDC',
    amount: 5n,
  },
  chargedAt: new Date('2026-01-01T00:00:00Z'),
  confirmations: 3,
}
const nativeClaim: Claim = { ...claim, quote: { ...claim.quote, token: zero, tokenType: 'NATIVE' } }

const word = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
const number = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`
const transferLog = (to: string, value: bigint, from = payer, address = token): Log => ({
  address: address.toLowerCase(),
  topics: [topic, word(from), word(to)],
  data: number(value),
})
const minedAt = new Date('2026-01-01T00:01:00Z')
const block = { number: 100n, hash: `0x${'dd'.repeat(32)}` }

function facts(
  logs: Log[],
  over: Partial<NonNullable<Facts['receipt']>> = {},
  transaction: Partial<NonNullable<Facts['transaction']>> = {},
): Facts {
  return {
    transaction: {
      from: payer,
      nonce: 0,
      to: token,
      value: 0n,
      input: '0xa9059cbb',
      ...transaction,
    },
    receipt: {
      succeeded: true,
      block,
      minedAt,
      logs,
      gain: undefined,
      ...over,
    },
    head: 102n,
  }
}

const suffix = (...codes: string[]) => Attribution.toDataSuffix({ codes }).slice(2)
const reason = (verdict: ReturnType<typeof judge>) =>
  verdict.kind === 'failed' ? verdict.reason : verdict.kind

describe('the judge', () => {
  test('what the chain does not know is unseen; what is not mined has no confirmation', () => {
    const mined = facts([])
    assert.deepEqual(judge({ ...mined, transaction: undefined, receipt: undefined }, claim), {
      kind: 'unseen',
    })
    assert.deepEqual(judge({ ...mined, receipt: undefined }, claim), {
      kind: 'pending',
      confirmations: 0,
    })
  })

  test('the block it was mined in is the first confirmation', () => {
    const at = (head: bigint) => judge({ ...facts([transferLog(shop, 5n)]), head }, claim)
    // A node behind another may not know the block that the receipt names.
    assert.deepEqual(at(99n), { kind: 'pending', confirmations: 1 })
    assert.deepEqual(at(100n), { kind: 'pending', confirmations: 1 })
    assert.deepEqual(at(101n), { kind: 'pending', confirmations: 2 })
    assert.equal(at(102n).kind, 'paid')
    assert.equal(at(10_000n).kind, 'paid')
  })

  test('all transfers of the token to the recipient add up; no others do', () => {
    const logs = [
      transferLog(payer, 1000n),
      transferLog(shop, 2n),
      transferLog(shop, 3n, otherPayer),
      transferLog(shop, 1000n, payer, shop),
      transferLog(shop, 1000n, shop),
      { ...transferLog(shop, 1000n), topics: [...transferLog(shop, 1n).topics, number(7n)] },
      { ...transferLog(shop, 1000n), data: '0x' },
      { ...transferLog(shop, 1000n), topics: [] },
    ]
    assert.deepEqual(judge(facts(logs), claim), {
      kind: 'paid',
      amount: 5n,
      payer,
      block,
      minedAt,
    })
  })

  test('the log counts, not the call: a smart account pays too', () => {
    const verdict = judge(facts([transferLog(shop, 5n)], {}, { to: otherPayer }), claim)
    assert.equal(verdict.kind, 'paid')
  })

  test('a coin counts when the transaction itself brings it', () => {
    const coin = (
      to: string | undefined,
      value: bigint,
      from = payer,
      gain: bigint | undefined = 0n,
    ) => judge(facts([], { gain }, { from, to, value, input: '0x' }), nativeClaim)
    assert.deepEqual(coin(shop.toLowerCase(), 7n), {
      kind: 'paid',
      amount: 7n,
      payer,
      block,
      minedAt,
    })
    assert.match(reason(coin(shop, 0n)), /no value/)
    assert.match(reason(coin(payer, 7n)), /does not go to/)
    assert.match(reason(coin(undefined, 7n)), /does not go to/)
    assert.equal(coin(shop, 7n, shop).kind, 'failed', 'to itself nothing arrives')
  })

  test('a coin that a call inside brings counts where it can be told, and is said where not', () => {
    const inside = (gain: bigint | undefined) =>
      judge(facts([], { gain }, { to: otherPayer, value: 0n, input: '0x6a761202' }), nativeClaim)
    assert.equal(inside(7n).kind, 'paid')
    assert.match(reason(inside(0n)), /does not go to/)
    assert.match(reason(inside(-1n)), /does not go to/)
    assert.match(reason(inside(undefined)), /cannot be told/)
  })

  describe('a transaction that pays several charges', () => {
    const call = (to: string, amount: bigint, ...ids: string[]) =>
      `a9059cbb${word(to).slice(2)}${number(amount).slice(2)}${suffix(...ids)}`
    const bundle = (...calls: string[]) => ({ input: `0x1fad948c${calls.join('00'.repeat(40))}` })
    const ofCharge = (id: string, logs: Log[], transaction: { input: string }) =>
      judge(facts(logs, {}, transaction), { ...claim, chargeId: id })
    const both = bundle(call(shop, 5n, chargeId), call(shop, 7n, otherId))
    const logs = [transferLog(shop, 5n), transferLog(shop, 7n, otherPayer)]

    test('credits each with its part', () => {
      const [one, other] = [ofCharge(chargeId, logs, both), ofCharge(otherId, logs, both)]
      assert.ok(one.kind === 'paid' && other.kind === 'paid')
      assert.deepEqual([one.amount, one.payer], [5n, payer])
      assert.deepEqual([other.amount, other.payer], [7n, otherPayer])
    })

    test('credits nobody with what did not arrive', () => {
      const half = [transferLog(shop, 7n, otherPayer)]
      assert.match(reason(ofCharge(chargeId, half, both)), /cannot be|told apart/)
      assert.equal(ofCharge(otherId, half, both).kind, 'paid')
      const same = bundle(call(shop, 5n, chargeId), call(shop, 5n, otherId))
      for (const id of [chargeId, otherId]) {
        assert.match(reason(ofCharge(id, [transferLog(shop, 5n)], same)), /told apart/)
      }
    })

    test('cannot be told apart where a suffix names both, or a call is no plain transfer', () => {
      const one = bundle(call(shop, 5n, chargeId, otherId))
      assert.match(reason(ofCharge(chargeId, [transferLog(shop, 5n)], one)), /told apart/)
      const odd = bundle(`23b872dd${suffix(chargeId)}`, call(shop, 5n, otherId))
      assert.match(reason(ofCharge(chargeId, [transferLog(shop, 5n)], odd)), /told apart/)
      assert.match(reason(ofCharge(chargeId, [], odd)), /no token/)
    })

    test('never credits more than arrived, whatever it says', () => {
      const ids = [chargeId, otherId, '22222222-2222-4333-8444-555555555555']
      const amount = fc.bigInt({ min: 1n, max: 3n })
      const asked = fc.array(fc.tuple(fc.constantFrom(...ids), amount), { minLength: 2 })
      fc.assert(
        fc.property(asked, fc.array(amount), (calls, arrived) => {
          const transaction = bundle(...calls.map(([id, value]) => call(shop, value, id)))
          if (new Set(calls.map(([id]) => id)).size < 2) return
          const came = arrived.map((value) => transferLog(shop, value))
          const credited = ids
            .map((id) => ofCharge(id, came, transaction))
            .reduce((sum, one) => sum + (one.kind === 'paid' ? one.amount : 0n), 0n)
          assert.ok(credited <= arrived.reduce((sum, value) => sum + value, 0n))
        }),
      )
    })
  })

  test('says why a transfer does not count', () => {
    assert.match(reason(judge(facts([]), claim)), /no token/)
    assert.match(reason(judge(facts([transferLog(payer, 5n)]), claim)), /no USDC to 0xbB/)
    const other = transferLog(shop, 5n, payer, otherPayer)
    assert.match(reason(judge(facts([other]), claim)), /another token than USDC/)
    const reverted = facts([], { succeeded: false })
    assert.match(reason(judge(reverted, claim)), /reverted/)
  })

  test('a failure waits for its confirmations too', () => {
    const reverted = { ...facts([], { succeeded: false }), head: 100n }
    assert.equal(judge(reverted, claim).kind, 'pending')
  })

  test('a transfer older than the charge counts only if it names the charge', () => {
    const old = { minedAt: new Date(claim.chargedAt.getTime() - 31_000) }
    const logs = [transferLog(shop, 5n)]
    assert.match(reason(judge(facts(logs, old), claim)), /older than the charge/)
    const input = `0xa9059cbb${suffix(chargeId)}`
    assert.equal(judge(facts(logs, old, { input }), claim).kind, 'paid')
    const slot = { minedAt: new Date(claim.chargedAt.getTime() - 12_000) }
    assert.equal(judge(facts(logs, slot), claim).kind, 'paid')
  })

  test('a transfer that names another charge fails before it is mined', () => {
    const input = `0xa9059cbb${suffix(otherId)}`
    const unmined = { ...facts([], {}, { input }), receipt: undefined }
    assert.match(reason(judge(unmined, claim)), /names another charge/)
    const ours = `0xa9059cbb${suffix('wallet')}${suffix(chargeId.toUpperCase())}`
    assert.equal(judge(facts([transferLog(shop, 5n)], {}, { input: ours }), claim).kind, 'paid')
  })

  test('never throws, whatever a chain or a payer writes', () => {
    const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdefX'), maxLength: 200 })
    const text = hex.map((digits) => `0x${digits}`)
    const log = fc.record({ address: text, topics: fc.array(text, { maxLength: 5 }), data: text })
    fc.assert(
      fc.property(fc.array(log), text, fc.bigInt(), (logs, input, head) => {
        judge({ ...facts(logs, {}, { input, to: input }), head }, claim)
      }),
    )
  })
})

describe('attribution', () => {
  test('is found in the outer call, in an inner one, and before another suffix', () => {
    const inner = `a9059cbb${'00'.repeat(64)}${suffix(chargeId)}`
    const calls = [
      `0x${inner}`,
      `0x${inner}${suffix('wallet')}`,
      `0xb61d27f6${'00'.repeat(95)}${inner}${'00'.repeat(17)}`,
      `0x${inner.toUpperCase()}`,
    ]
    for (const input of calls) assert.deepEqual([...namedCharges(input)], [chargeId])
  })

  test('codes that are no uuid name nobody', () => {
    assert.equal(namedCharges(`0x${suffix('baseapp', 'morpho')}`).size, 0)
    assert.equal(namedCharges('0x').size, 0)
    assert.equal(namedCharges('').size, 0)
  })

  test('any uuids among any bytes are found, and none but those', () => {
    const bytes = fc.uint8Array({ maxLength: 64 }).map((some) => Buffer.from(some).toString('hex'))
    fc.assert(
      fc.property(bytes, fc.uuid(), fc.uuid(), bytes, (before, one, two, after) => {
        const found = namedCharges(`0x${before}${suffix(one, two)}${after}${suffix('x')}`)
        assert.deepEqual([...found].sort(), [...new Set([one, two])].sort())
      }),
    )
  })

  test('a marker whose length reaches before the data is passed over', () => {
    const marker = Attribution.ercSuffix.slice(2)
    for (const broken of [marker, `00${marker}`, `ff00${marker}`, `0500${marker}`, `12${marker}`]) {
      assert.equal(namedCharges(`0x${broken}`).size, 0)
      assert.deepEqual([...namedCharges(`0x${broken}${suffix(chargeId)}`)], [chargeId])
    }
  })

  test('128 KiB of markers are read in well under a second', () => {
    // Of this process's own time: what else the machine does is no matter.
    const started = process.cpuUsage()
    namedCharges(`0x${'ff00'}${'8021'.repeat(64 * 1024)}`)
    namedCharges(`0x${`ff00${Attribution.ercSuffix.slice(2)}`.repeat(7_000)}`)
    assert.ok(process.cpuUsage(started).user < 1_000_000)
  })
})
