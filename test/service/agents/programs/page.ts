import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeAbiParameters, type Hex, keccak256, pad, parseAbiParameters } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { createMppx, createX402 } from '../../../clients/programs.ts'
import { baseUsdc, countDebits, createAgent, createAgents } from '../../../support/agents.ts'
import { wallet } from '../../../support/harness.ts'
import { until } from '../../../support/wait.ts'
import {
  clients,
  decode,
  encode,
  type Fetch,
  readSigned,
  type Selling,
  type SignedTerms,
} from '../selling.ts'

/** What programs send to a charge's page, and read there. */
export function testPage(read: () => Selling): void {
  const { createCharge, urlOf, statusOf } = {
    createCharge: (amount: string) => read().createCharge(amount),
    urlOf: (id: string) => read().urlOf(id),
    statusOf: (id: string) => read().statusOf(id),
  }
  const newAgent = (dollars?: number) => createAgent(read().chain, dollars)
  const count = (account: PrivateKeyAccount) => countDebits(read().chain, account)
  const sign = (id: string, account: PrivateKeyAccount) => read().sign('x402', account, urlOf(id))
  /** Hands in a payment of version 2, or what stands in another header. */
  const hand = (id: string, value: string | Headers, header = 'payment-signature') =>
    fetch(urlOf(id), {
      headers: {
        [header]: typeof value === 'string' ? value : (value.get('payment-signature') ?? ''),
      },
    })

  for (const [name, createFetch] of Object.entries(clients)) {
    const small = '0.90'
    test(`${name}: pays ${small} dollars with its defaults, and reads the charge and its receipt`, async () => {
      const [id, account] = [await createCharge(small), await newAgent()]
      let calls = 0
      const counted: Fetch = (input, init) => {
        calls += 1
        return fetch(input, init)
      }
      const response = await createFetch(account, counted)(urlOf(id))
      assert.equal(response.status, 200)
      assert.equal(calls, 2)
      const { data, receipt } = (await response.json()) as {
        data: { status: string; payments: { payerTransactionHash: string }[] }
        receipt: string
      }
      assert.equal(data.status, 'COMPLETED')
      assert.match(receipt, /^[\w-]+\.[\w-]+\.[\w-]+$/)
      const settled = decode(response.headers.get('payment-response'))
      assert.equal(settled.success, true)
      assert.equal(settled.transaction, data.payments[0]?.payerTransactionHash)
      assert.equal(settled.payer, account.address)
      // The client's next call is answered, and pays nothing.
      assert.equal((await createFetch(account, fetch)(urlOf(id))).status, 200)
      assert.equal(await count(account), 1)
    })

    test(`${name}: above its own limit it signs nothing`, async () => {
      const [id, account] = [await createCharge('19'), await newAgent()]
      await assert.rejects(createFetch(account, fetch)(urlOf(id)))
      assert.equal(await statusOf(id), 'NEW')
    })
  }

  test('by MPP a client signs the same nonce for a charge each time, so that the token takes one', async () => {
    const [id, other] = [await createCharge('0.09'), await createCharge('0.09')]
    const account = await newAgent()
    const nonces: unknown[] = []
    const keep: Fetch = async (input, init) => {
      const request = new Request(input, init)
      const credential = /^Payment (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1]
      if (credential === undefined) return await fetch(request)
      nonces.push((decode(credential).payload as SignedTerms).nonce)
      return new Response()
    }
    for (const charge of [id, id, other]) await createMppx(account, keep)(urlOf(charge))
    assert.equal(nonces.length, 3)
    assert.equal(nonces[0], nonces[1])
    assert.notEqual(nonces[0], nonces[2])
  })

  test('the same payload gets the same answer, and pays no other charge', async () => {
    const [id, other, account] = [
      await createCharge('0.09'),
      await createCharge('0.09'),
      await newAgent(),
    ]
    const signature = await sign(id, account)
    const responses = await Promise.all([1, 2, 3].map(() => hand(id, signature)))
    responses.push(await hand(id, signature))
    const answers = await Promise.all(
      responses.map(async (response) => [response.status, await response.text()] as const),
    )
    const settled = responses.map(({ headers }) => headers.get('payment-response'))
    assert.deepEqual(
      answers.map(([status]) => status),
      [200, 200, 200, 200],
    )
    assert.equal(new Set(settled).size, 1)
    assert.equal((await hand(other, signature)).status, 409)
    assert.equal(await count(account), 1)
    assert.equal(await statusOf(other), 'NEW')
  })

  test('what nobody has accepted before a block had it is no payment, and no reason to pay again', async () => {
    const [id, account] = [await createCharge('0.09'), await newAgent()]
    const signature = await sign(id, account)
    await read().relayAsStranger(signature)
    const response = await hand(id, signature)
    assert.equal(response.status, 409)
    assert.equal(await statusOf(id), 'NEW')
    const unmatched = await until('the money to be unmatched', async () => {
      const { data } = await read().client.listUnmatched()
      return data.find(({ senderAddress }) => senderAddress === account.address)
    })
    assert.equal(unmatched.amount, '0.09')
  })

  test('a charge that a person has paid answers with its receipt, and takes nothing', async () => {
    const [id, account] = [await createCharge('0.09'), await newAgent()]
    const signature = await sign(id, account)
    await read().payAsPerson(id, 90_000n)
    await until('it to be paid', async () => (await statusOf(id)) === 'COMPLETED' || undefined)
    assert.equal((await hand(id, signature)).status, 200)
    assert.equal((await createX402(account, fetch)(urlOf(id))).status, 200)
    assert.equal(await count(account), 0)
  })

  test('what is malformed is 400, and what the charge does not ask for is 402 with the reason; nothing is sent', async () => {
    const [id, cheap, account] = [
      await createCharge('0.90'),
      await createCharge('0.09'),
      await newAgent(),
    ]
    const sentBefore = await countSent()
    const good = decode((await sign(id, account)).get('payment-signature')) as {
      accepted: object
      payload: { signature: Hex; authorization: SignedTerms }
    }
    const over = (change: object) => encode({ ...good, ...change })
    const terms = (change: Partial<SignedTerms>) =>
      over({
        payload: { ...good.payload, authorization: { ...good.payload.authorization, ...change } },
      })
    const deep = `${'['.repeat(3000)}${']'.repeat(3000)}`
    const hostile: [name: string, header: string, status: number, value: string][] = [
      ['no base64', 'payment-signature', 400, '{"x402Version":2}'],
      ['no JSON', 'payment-signature', 400, Buffer.from('nothing').toString('base64')],
      ['a list', 'payment-signature', 400, encode([good])],
      ['huge', 'payment-signature', 400, 'A'.repeat(13_000)],
      ['deep', 'payment-signature', 400, Buffer.from(deep).toString('base64')],
      ['another version', 'payment-signature', 400, over({ x402Version: 1 })],
      [
        'another scheme',
        'payment-signature',
        400,
        over({ accepted: { ...good.accepted, scheme: 'upto' } }),
      ],
      [
        'no chain of ours',
        'payment-signature',
        400,
        over({ accepted: { ...good.accepted, network: 'solana:x' } }),
      ],
      [
        'another chain',
        'payment-signature',
        402,
        over({ accepted: { ...good.accepted, network: 'eip155:1' } }),
      ],
      [
        'another token',
        'payment-signature',
        402,
        over({ accepted: { ...good.accepted, asset: wallet } }),
      ],
      [
        'no signature',
        'payment-signature',
        400,
        over({ payload: { authorization: good.payload.authorization } }),
      ],
      ['a number as amount', 'payment-signature', 400, terms({ value: 900_000 as never })],
      [
        'a short id',
        'payment-signature',
        400,
        over({ extensions: { 'payment-identifier': { info: { id: 'x' } } } }),
      ],
      ['another recipient', 'payment-signature', 402, terms({ to: account.address })],
      ['too little', 'payment-signature', 402, terms({ value: '899999' })],
      ['expired', 'payment-signature', 402, terms({ validBefore: '1700000000' })],
      ['valid for ever', 'payment-signature', 402, terms({ validBefore: String(2n ** 40n) })],
      ['not valid yet', 'payment-signature', 402, terms({ validAfter: String(2n ** 40n) })],
      [
        'changed after it was signed',
        'payment-signature',
        402,
        terms({ nonce: `0x${'ab'.repeat(32)}` }),
      ],
      [
        'that of a cheaper charge',
        'payment-signature',
        402,
        (await sign(cheap, account)).get('payment-signature') ?? '',
      ],
      ['no credential', 'authorization', 400, 'Payment e30'],
    ]
    for (const [name, header, status, value] of hostile) {
      const response = await hand(id, value, header)
      assert.equal(response.status, status, name)
      const body = (await response.json()) as { error: unknown }
      assert.ok(body.error, name)
      if (status === 402) {
        assert.equal(decode(response.headers.get('payment-response')).success, false, name)
        assert.ok(response.headers.get('payment-required'), name)
      }
    }
    assert.equal(await countSent(), sentBefore)
    assert.equal(await count(account), 0)
    // None of them keeps the charge from being paid.
    assert.equal((await createX402(account, fetch)(urlOf(id))).status, 200)
  })

  test('what is seen in the mempool pays no order of whoever hands it in, and nobody is asked to pay again', async () => {
    const [id, account] = [await createCharge('0.09'), await newAgent()]
    const signature = await sign(id, account)
    const { signer, client } = read()
    signer.isSigning = false
    const held = hand(id, signature)
    await until('it to be accepted', () => signer.accepted.has(account.address) || undefined)
    const hash = await read().relayAsStranger(signature)
    assert.equal((await held).status, 409)
    signer.isSigning = true
    // No client signs once more, whatever it calls with.
    for (const call of [fetch, createX402(account, fetch), createMppx(account, fetch)])
      assert.equal((await call(urlOf(id))).status, 409)
    const { error } = (await (await hand(id, signature)).json()) as { error: { details: object } }
    assert.deepEqual(error.details, { reason: 'payment_held' })
    assert.equal(await statusOf(id), 'NEW')
    assert.equal(await count(account), 1)
    // A later order of the same price says less than that the very transfer was handed in for the first one.
    const other = await createCharge('0.09')
    const { data } = await client.listUnmatched()
    const money = data.find((transfer) => transfer.hash === hash)
    assert.match(money?.reason ?? '', /a transaction of someone else/)
    const { suggestions = [] } = await client.getUnmatched(money?.uuid ?? '')
    assert.equal(suggestions[0]?.chargeUuid, id)
    assert.ok(suggestions[0]?.reasons.includes('ACCEPTED'))
    assert.ok(
      suggestions.every(
        ({ chargeUuid, reasons }) => chargeUuid !== other || !reasons.includes('ACCEPTED'),
      ),
    )
    await client.assignUnmatched(money?.uuid ?? '', { chargeUuid: id })
    const paid = await until('it to be paid', async () => {
      const response = await hand(id, signature)
      return response.status === 200 ? response : undefined
    })
    assert.equal(decode(paid.headers.get('payment-response')).transaction, hash)
    assert.equal(await count(account), 1)
  })

  test('whoever hands in the payments of others keeps no person from paying', async () => {
    const [id, account] = [await createCharge('0.09'), await newAgent()]
    const signature = await sign(id, account)
    const { signer } = read()
    signer.isSigning = false
    const held = hand(id, signature)
    await until('it to be accepted', () => signer.accepted.has(account.address) || undefined)
    await read().relayAsStranger(signature)
    assert.equal((await held).status, 409)
    signer.isSigning = true
    const hash = await read().payAsPerson(id, 90_000n)
    const paid = await until('it to be paid', async () => {
      const response = await fetch(urlOf(id))
      return response.status === 200 ? response : undefined
    })
    assert.equal(decode(paid.headers.get('payment-response')).transaction, hash)
  })

  test('a nonce that another charge’s challenge has its clients sign is not taken here', async () => {
    const [id, other, account] = [
      await createCharge('0.09'),
      await createCharge('0.09'),
      await newAgent(),
    ]
    const challenged = readSigned(await read().sign('mppx', account, urlOf(other)))
    const { signature, ...authorization } = challenged
    const good = decode((await sign(id, account)).get('payment-signature')) as { payload: object }
    const header = encode({ ...good, payload: { signature, authorization } })
    assert.equal((await hand(id, header)).status, 409)
    // Whoever sends it, it pays the charge that it names.
    await read().relayAsStranger(await read().sign('mppx', account, urlOf(other)))
    await until('it to be paid', async () => (await statusOf(other)) === 'COMPLETED' || undefined)
    assert.equal(await statusOf(id), 'NEW')
    assert.equal(await count(account), 1)
  })

  test('the nonce of another charge is not taken here', async () => {
    const [id, other, account] = [
      await createCharge('0.09'),
      await createCharge('0.09'),
      await newAgent(),
    ]
    const [offer] = await read().client.listAuthorizationOffers(other)
    const signed = (await sign(id, account)).get('payment-signature')
    const good = decode(signed) as { payload: { authorization: SignedTerms } }
    const authorization = { ...good.payload.authorization, nonce: offer?.nonce as Hex }
    const header = encode({ ...good, payload: { ...good.payload, authorization } })
    assert.equal((await hand(id, header)).status, 409)
  })

  test('a payment-identifier names one payment', async () => {
    const [id, account] = [await createCharge('0.09'), await newAgent()]
    const extensions = {
      'payment-identifier': { info: { required: false, id: 'order-0000000001' } },
    }
    const named = async () =>
      encode({ ...decode((await sign(id, account)).get('payment-signature')), extensions })
    const [first, second] = [await named(), await named()]
    const required = decode((await fetch(urlOf(id))).headers.get('payment-required'))
    assert.ok((required.extensions as Record<string, unknown>)['payment-identifier'])
    assert.equal((await hand(id, first)).status, 200)
    assert.equal((await hand(id, second)).status, 409)
    assert.equal((await hand(id, first)).status, 200)
    assert.equal(await count(account), 1)
  })

  test('a browser gets the page, and a program of another origin may read the answer', async () => {
    const id = await createCharge('0.09')
    const page = await fetch(urlOf(id), { headers: { accept: 'text/html,*/*' } })
    assert.notEqual(page.status, 402)
    assert.match(String(page.headers.get('content-type')), /^text\/html/)
    const preflight = await fetch(urlOf(id), { method: 'OPTIONS' })
    assert.equal(preflight.status, 204)
    assert.match(
      String(preflight.headers.get('access-control-allow-headers')),
      /PAYMENT-SIGNATURE.*Access-Control-Expose-Headers/,
    )
    // Whatever it is answered, it may read; and no cache keeps it.
    const paid = await createCharge('0.09')
    assert.equal((await createX402(await newAgent(), fetch)(urlOf(paid))).status, 200)
    const cancelled = await createCharge('0.09')
    await read().client.cancelCharge(cancelled)
    const answers: [status: number, response: Response][] = [
      [200, await fetch(urlOf(paid))],
      [402, await fetch(urlOf(id))],
      [400, await hand(id, 'nothing')],
      [404, await fetch(urlOf(crypto.randomUUID()))],
      [409, await fetch(urlOf(cancelled))],
    ]
    for (const [status, { status: own, headers, body }] of answers) {
      assert.equal(own, status)
      assert.equal(headers.get('access-control-allow-origin'), '*', `${status}`)
      assert.match(String(headers.get('access-control-expose-headers')), /PAYMENT-REQUIRED/)
      assert.match(String(headers.get('cache-control')), /no-store/, `${status}`)
      assert.match(String(headers.get('content-type')), /^application\/json/, `${status}`)
      await body?.cancel()
    }
  })

  test('of several payments in one call one is handed in', async () => {
    const payers = await createAgents(read().chain, 3)
    const id = await createCharge('0.09')
    const [x402, mpp] = await Promise.all(
      Object.keys(clients).map((name, index) =>
        read().sign(name, payers[index] as PrivateKeyAccount, urlOf(id)),
      ),
    )
    const headers = {
      'payment-signature': x402?.get('payment-signature') ?? '',
      authorization: `Bearer secret, ${mpp?.get('authorization')}`,
    }
    // The same header twice is no payment.
    const twice = `${headers['payment-signature']}, ${headers['payment-signature']}`
    assert.equal((await hand(id, twice)).status, 400)
    // Nor is one in a call of another method.
    for (const method of ['POST', 'PUT', 'DELETE'])
      assert.equal((await fetch(urlOf(id), { method, headers, body: '{}' })).status, 405, method)
    assert.equal((await fetch(urlOf(id), { method: 'OPTIONS', headers })).status, 204)
    assert.equal(await statusOf(id), 'NEW')
    const head = await fetch(urlOf(id), { method: 'HEAD', headers })
    assert.equal(head.status, 402)
    assert.equal(await statusOf(id), 'NEW')
    assert.equal((await fetch(urlOf(id), { headers })).status, 200)
    const paid = await fetch(urlOf(id), { method: 'HEAD', headers })
    assert.equal(paid.status, 200)
    assert.ok(paid.headers.get('payment-response'))
    const debits = await Promise.all(payers.map(count))
    assert.deepEqual(debits, [1, 0, 0])
    // The credential beside another one.
    const next = await createCharge('0.09')
    const [, , payer] = payers as [unknown, unknown, PrivateKeyAccount]
    const credential = (await read().sign('mppx', payer, urlOf(next))).get('authorization')
    const authorization = `Bearer secret, ${credential}`
    assert.equal((await fetch(urlOf(next), { headers: { authorization } })).status, 200)
    assert.equal(await count(payer), 1)
  })

  test('payers whose money has gone before the block keep no other payer waiting', async (t) => {
    const leaving = new AbortController()
    t.after(() => leaving.abort())
    const { chain, relayers, signer } = read()
    // As many as there may wait of all accounts of the relayer together.
    const thieves = await createAgents(chain, 16 * relayers.length)
    const ids = await Promise.all(thieves.map(() => createCharge('0.09')))
    await chain.client.setAutomine(false)
    const sentBefore = await countSent()
    for (const [index, id] of ids.entries()) {
      const thief = thieves[index] as PrivateKeyAccount
      const headers = await sign(id, thief)
      // Its outcome is not known for minutes.
      void fetch(urlOf(id), { headers, signal: leaving.signal }).catch(() => undefined)
      await until('it to be accepted', () => signer.accepted.has(thief.address) || undefined)
    }
    await until('all to be sent', async () => {
      const { transactions } = await chain.client.getBlock({ blockTag: 'pending' })
      return transactions.length === thieves.length || undefined
    })
    for (const thief of thieves) await takeMoney(thief)
    await chain.client.setAutomine(true)
    await chain.client.mine({ blocks: 1 })
    assert.equal(await countSent(), sentBefore + thieves.length)
    const [id, honest] = [await createCharge('0.09'), await newAgent()]
    assert.equal((await createX402(honest, fetch)(urlOf(id))).status, 200)
    for (const thief of thieves) assert.equal(await count(thief), 0)
  })

  // The last one: it leaves the chain's clock minutes ahead.
  test('a payload that can still be sent keeps the charge from asking for another one', async () => {
    const [id, account] = [await createCharge('0.09'), await newAgent(1)]
    const signature = await sign(id, account)
    const { client: node } = read().chain
    await node.setAutomine(false)
    const first = hand(id, signature).then(({ status }) => status)
    const hash = await until('it to be sent', async () => {
      const { transactions } = await node.getBlock({ blockTag: 'pending' })
      return transactions[0]
    })
    // The money is gone before a block has the transaction, which reverts.
    await takeMoney(account)
    await node.setAutomine(true)
    await node.mine({ blocks: 1 })
    const { status } = await node.waitForTransactionReceipt({ hash })
    assert.equal(status, 'reverted')
    const { validBefore } = readSigned(signature)
    await node.setNextBlockTimestamp({ timestamp: BigInt(validBefore) + 1n })
    await node.mine({ blocks: 1 })
    assert.equal(await first, 402)
    const response = await fetch(urlOf(id))
    assert.equal(response.status, 402)
    assert.equal(await count(account), 0)
  })

  /** How many transactions of the relayer were mined. */
  async function countSent(): Promise<number> {
    const { chain, relayers } = read()
    const counts = relayers.map((address) => chain.client.getTransactionCount({ address }))
    return (await Promise.all(counts)).reduce((sum, own) => sum + own, 0)
  }

  /** Takes all dollars of an account, as a transfer of its own would in an earlier place of the same block. */
  async function takeMoney({ address }: PrivateKeyAccount): Promise<void> {
    // FiatToken keeps balances in its ninth place, with the blacklist in the highest bit.
    const words = parseAbiParameters('address, uint256')
    const index = keccak256(encodeAbiParameters(words, [address, 9n]))
    await read().chain.client.setStorageAt({ address: baseUsdc, index, value: pad('0x0') })
  }
}
