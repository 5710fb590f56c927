import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { type Address, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { createClient } from '../../../src/api/client/client.ts'
import {
  baseId,
  baseUsdc,
  countDebits,
  createAgent,
  createMppx,
  createX402,
  createX402v1,
  fundRelayers,
  startBase,
} from '../../support/agents.ts'
import type { LocalChain } from '../../support/local-chain.ts'
import { type PreparedDatabase, prepareDatabase } from '../../support/prepared.ts'
import { hasRealTokens } from '../../support/real-tokens.ts'
import { type RunningService, startService } from '../../support/service.ts'
import { until } from '../../support/wait.ts'
import { wallet } from '../harness.ts'

type Fetch = typeof globalThis.fetch

const relayerKey = generatePrivateKey()
const relayer = privateKeyToAccount(relayerKey)
const transferAbi = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  'function cancelAuthorization(address authorizer, bytes32 nonce, bytes signature)',
])

/** The three clients, each with its own defaults, or with a limit. */
const clients: Record<string, (account: PrivateKeyAccount, fetch: Fetch, max?: number) => Fetch> = {
  'x402 v2': (account, fetch, max) => createX402(account, fetch, max) as Fetch,
  'x402 v1': (account, fetch, max) =>
    createX402v1(account, fetch, max === undefined ? undefined : BigInt(max) * 1_000_000n) as Fetch,
  mppx: (account, fetch, max) => createMppx(account, fetch, String(max ?? 1)),
}

interface Signed {
  from: Address
  to: Address
  value: string
  validAfter: string
  validBefore: string
  nonce: Hex
}

describe('programs that pay at a charge’s page', { skip: !hasRealTokens() }, () => {
  let chain: LocalChain
  let database: PreparedDatabase
  let service: RunningService
  /** Signs for the relayer, or does not. */
  let signer: Server
  let isSigning = true

  before(async () => {
    chain = await startBase()
    database = await prepareDatabase()
    await fundRelayers(chain, [relayerKey])
    signer = createServer(async (request, response) => {
      const { params } = (await json(request)) as { params: [Record<string, Hex>] }
      const [asked] = params
      const number = (name: string) => BigInt(asked[name] ?? '0x0')
      const result = await relayer.signTransaction({
        type: 'eip1559',
        ...{ chainId: Number(number('chainId')), nonce: Number(number('nonce')) },
        ...{ to: asked.to as Address, data: asked.data as Hex, value: 0n },
        ...{ gas: number('gas'), maxFeePerGas: number('maxFeePerGas') },
        maxPriorityFeePerGas: number('maxPriorityFeePerGas'),
      })
      response.writeHead(isSigning ? 200 : 500, { 'content-type': 'application/json' })
      response.end(JSON.stringify(isSigning ? { jsonrpc: '2.0', id: 1, result } : {}))
    }).listen(0, '127.0.0.1')
    await once(signer, 'listening')
    service = await start()
  })
  after(async () => {
    await service?.end()
    signer?.closeAllConnections()
    signer?.close()
    await chain?.stop()
    await database?.remove()
  })

  const start = () =>
    startService({
      ...database.environment,
      SERVICE_PORT: service ? String(service.port) : '0',
      CHAIN_RPC_URLS: JSON.stringify({ [baseId]: chain.rpcUrl }),
      CONFIRMATIONS: JSON.stringify({ [baseId]: 1 }),
      RELAYER_SIGNER_URL: `http://127.0.0.1:${(signer.address() as AddressInfo).port}`,
      RELAYER_ACCOUNTS: relayer.address,
      RELAY_MAX_FEE: JSON.stringify({ [baseId]: '0.01' }),
    })
  const restart = async () => {
    await service.end()
    service = await start()
  }
  const client = () =>
    createClient({ baseUrl: service.baseUrl, apiKey: database.shop.apiKey, fetch })
  const createCharge = async (amount: string) => {
    const { id } = await client().createCharge({
      pricing_type: 'fixed_price',
      local_price: { amount },
      requestProps: {
        chainId: String(baseId),
        recipientAddress: wallet,
        tokenAddress: baseUsdc,
      },
    })
    return id
  }
  const urlOf = (id: string) => `${service.baseUrl}/pay/${id}`
  const statusOf = async (id: string) => (await client().getCharge(id)).status

  /** A fetch that keeps what was sent, and may lose what comes back. */
  function createWire({ losesAnswers = false } = {}) {
    const sent: Headers[] = []
    const wire: Fetch = async (input, init) => {
      const request = new Request(input, init)
      sent.push(request.headers)
      const response = await fetch(request)
      const isPayment = [...headerNames].some((name) => request.headers.has(name))
      if (losesAnswers && isPayment) throw new TypeError('The connection broke.')
      return response
    }
    return { wire, sent }
  }
  const headerNames = ['payment-signature', 'x-payment', 'authorization', 'payment-authorization']

  const decode = (text: string | null) =>
    JSON.parse(Buffer.from(text ?? '', 'base64').toString()) as Record<string, unknown>
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')

  /** What an x402 client signs for a charge, without handing it in. */
  async function sign(id: string, account: PrivateKeyAccount): Promise<string> {
    let signature = ''
    const keep: Fetch = async (input, init) => {
      const request = new Request(input, init)
      const found = request.headers.get('payment-signature')
      if (found === null) return await fetch(request)
      signature = found
      return new Response()
    }
    await createX402(account, keep, 100)(urlOf(id))
    return signature
  }
  const hand = (id: string, signature: string, header = 'payment-signature') =>
    fetch(urlOf(id), { headers: { [header]: signature } })
  const readSigned = (header: string) =>
    (decode(header).payload ?? {}) as { signature: Hex; authorization: Signed }

  /** Sends what an account has signed, as anybody can who has seen it. */
  async function relayAsStranger(header: string): Promise<Hex> {
    const { signature, authorization } = readSigned(header)
    const { from, to, value, validAfter, validBefore, nonce } = authorization
    const data = encodeFunctionData({
      abi: transferAbi,
      functionName: 'transferWithAuthorization',
      args: [
        ...[from, to, BigInt(value), BigInt(validAfter), BigInt(validBefore)],
        ...[nonce, signature],
      ] as never,
    })
    return await chain.send(baseUsdc, data)
  }

  for (const [name, createFetch] of Object.entries(clients)) {
    const small = name === 'x402 v1' ? '0.09' : '0.90'
    test(`${name}: pays ${small} dollars with its defaults, and 19 with its own option`, async () => {
      for (const [amount, max] of [
        [small, undefined],
        ['19', 20],
      ] as const) {
        const [id, account] = [await createCharge(amount), await createAgent(chain)]
        const { wire, sent } = createWire()
        const response = await createFetch(account, wire, max)(urlOf(id))
        const told = Buffer.from(
          response.headers.get('payment-response') ?? '',
          'base64',
        ).toString()
        assert.equal(response.status, 200, `${amount}: ${told}`)
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
        assert.equal(sent.length, 2)
        // The client's next call is answered, and pays nothing.
        assert.equal((await createFetch(account, wire, max)(urlOf(id))).status, 200)
        assert.equal(await countDebits(chain, account), 1)
      }
    })

    test(`${name}: above its own limit it signs nothing`, async () => {
      const [id, account] = [await createCharge('19'), await createAgent(chain)]
      await assert.rejects(createFetch(account, fetch)(urlOf(id)))
      assert.equal(await statusOf(id), 'NEW')
    })

    test(`${name}: an answer that is lost after the money has moved is given again`, async () => {
      const [id, account] = [await createCharge('0.09'), await createAgent(chain)]
      await assert.rejects(createFetch(account, createWire({ losesAnswers: true }).wire)(urlOf(id)))
      const response = await createFetch(account, fetch)(urlOf(id))
      assert.equal(response.status, 200)
      assert.equal(await countDebits(chain, account), 1)
    })

    test(`${name}: a restart between accepting and sending pays once`, async () => {
      const [id, account] = [await createCharge('0.09'), await createAgent(chain)]
      isSigning = false
      const { wire, sent } = createWire()
      const first = createFetch(
        account,
        wire,
      )(urlOf(id)).then(
        async (response) => {
          // Unread, it would keep its connection, and the service waiting for its end.
          await response.arrayBuffer()
          return response.status
        },
        () => 'broken',
      )
      await until('it to be accepted', async () => {
        if (sent.length < 2) return undefined
        return service.output().includes('answered') && (await hasBegun(id)) ? true : undefined
      })
      await restart()
      assert.notEqual(await first, 402)
      const again = createFetch(account, wire)(urlOf(id))
      isSigning = true
      assert.equal((await again).status, 200)
      assert.equal(await countDebits(chain, account), 1)
    })

    test(`${name}: two clients at one charge pay once`, async () => {
      const id = await createCharge('0.09')
      const accounts = [await createAgent(chain), await createAgent(chain)]
      const responses = await Promise.all(
        accounts.map((account) => createFetch(account, fetch)(urlOf(id))),
      )
      assert.deepEqual(
        responses.map(({ status }) => status),
        [200, 200],
      )
      const debits = await Promise.all(accounts.map((account) => countDebits(chain, account)))
      assert.equal(
        debits.reduce((sum, count) => sum + count, 0),
        1,
      )
    })
  }

  /** Whether an authorization is under way: a call without one waits then, and is not told that the charge is unpaid. */
  async function hasBegun(id: string): Promise<boolean> {
    const abort = new AbortController()
    const timer = setTimeout(() => abort.abort(), 1000)
    const answer = await fetch(urlOf(id), { signal: abort.signal }).then(
      ({ status }) => status,
      () => 'waits',
    )
    clearTimeout(timer)
    return answer === 'waits'
  }

  test('by MPP a client signs the same nonce for a charge each time, so that the token takes one', async () => {
    const [id, other] = [await createCharge('0.09'), await createCharge('0.09')]
    const account = await createAgent(chain)
    const nonces: unknown[] = []
    const keep: Fetch = async (input, init) => {
      const request = new Request(input, init)
      const credential = /^Payment (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1]
      if (credential === undefined) return await fetch(request)
      nonces.push((decode(credential).payload as Signed).nonce)
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
      await createAgent(chain),
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
    assert.equal(await countDebits(chain, account), 1)
    assert.equal(await statusOf(other), 'NEW')
  })

  test('of two charges to which one payload is handed at once one is paid', async () => {
    const [id, other, account] = [
      await createCharge('0.09'),
      await createCharge('0.09'),
      await createAgent(chain),
    ]
    const signature = await sign(id, account)
    const responses = await Promise.all([hand(id, signature), hand(other, signature)])
    assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 409])
    assert.equal(await countDebits(chain, account), 1)
    const statuses = await Promise.all([statusOf(id), statusOf(other)])
    assert.deepEqual(statuses.toSorted(), ['COMPLETED', 'NEW'])
  })

  test('a stranger who sends it first pays the fee, and the charge is paid once', async () => {
    const [id, account] = [await createCharge('0.09'), await createAgent(chain)]
    const signature = await sign(id, account)
    isSigning = false
    const first = hand(id, signature)
    await until('it to be accepted', async () => (await hasBegun(id)) || undefined)
    const hash = await relayAsStranger(signature)
    const response = await first
    isSigning = true
    assert.equal(response.status, 200)
    assert.equal(decode(response.headers.get('payment-response')).transaction, hash)
    const { payments } = await client().getCharge(id)
    assert.deepEqual(
      payments.map(({ payerTransactionHash, payerAddress }) => [
        payerTransactionHash,
        payerAddress,
      ]),
      [[hash, account.address]],
    )
    assert.equal(await countDebits(chain, account), 1)
    // What was accepted gives way, and the relayer goes on.
    const [next, payer] = [await createCharge('0.09'), await createAgent(chain)]
    assert.equal((await createX402(payer, fetch)(urlOf(next))).status, 200)
  })

  test('what nobody has accepted before a block had it is no payment, and no reason to pay again', async () => {
    const [id, account] = [await createCharge('0.09'), await createAgent(chain)]
    const signature = await sign(id, account)
    await relayAsStranger(signature)
    const response = await hand(id, signature)
    assert.equal(response.status, 409)
    assert.equal(await statusOf(id), 'NEW')
    const unmatched = await until('the money to be unmatched', async () => {
      const { data } = await client().listUnmatched()
      return data.find(({ senderAddress }) => senderAddress === account.address)
    })
    assert.equal(unmatched.amount, '0.09')
  })

  test('while the relayer has no coin it takes nothing, and says so', async () => {
    const [id, account] = [await createCharge('0.09'), await createAgent(chain)]
    await fundRelayers(chain, [relayerKey], 1000n)
    const response = await createX402(account, fetch)(urlOf(id))
    assert.equal(response.status, 503)
    assert.ok(response.headers.get('retry-after'))
    await fundRelayers(chain, [relayerKey])
    assert.equal((await createX402(account, fetch)(urlOf(id))).status, 200)
    assert.equal(await countDebits(chain, account), 1)
  })

  test('a charge that a person has paid answers with its receipt, and takes nothing', async () => {
    const [id, account] = [await createCharge('0.09'), await createAgent(chain)]
    const signature = await sign(id, account)
    const { reference } = await client().getCharge(id)
    const { Attribution } = await import('ox/erc8021')
    await chain.transfer(
      baseUsdc,
      wallet,
      90_000n,
      Attribution.toDataSuffix({ codes: [reference] }),
    )
    await until('it to be paid', async () => (await statusOf(id)) === 'COMPLETED' || undefined)
    assert.equal((await hand(id, signature)).status, 200)
    assert.equal((await createX402(account, fetch)(urlOf(id))).status, 200)
    assert.equal(await countDebits(chain, account), 0)
  })

  test('what is malformed is 400, and what the charge does not ask for is 402 with the reason; nothing is sent', async () => {
    const [id, cheap, account] = [
      await createCharge('0.90'),
      await createCharge('0.09'),
      await createAgent(chain),
    ]
    const sentBefore = await chain.client.getTransactionCount({ address: relayer.address })
    const good = decode(await sign(id, account)) as {
      accepted: object
      payload: { signature: Hex; authorization: Signed }
    }
    const over = (change: object) => encode({ ...good, ...change })
    const terms = (change: Partial<Signed>) =>
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
      ['that of a cheaper charge', 'payment-signature', 402, await sign(cheap, account)],
      [
        'version 1, malformed',
        'x-payment',
        400,
        encode({ x402Version: 1, scheme: 'exact', network: 'mars' }),
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
    const sentAfter = await chain.client.getTransactionCount({ address: relayer.address })
    assert.equal(sentAfter, sentBefore)
    assert.equal(await countDebits(chain, account), 0)
    // None of them keeps the charge from being paid.
    assert.equal((await createX402(account, fetch)(urlOf(id))).status, 200)
  })

  test('the nonce of another charge is not taken here', async () => {
    const [id, other, account] = [
      await createCharge('0.09'),
      await createCharge('0.09'),
      await createAgent(chain),
    ]
    const [offer] = await client().listAuthorizationOffers(other)
    const good = decode(await sign(id, account)) as { payload: { authorization: Signed } }
    const authorization = { ...good.payload.authorization, nonce: offer?.nonce as Hex }
    const header = encode({ ...good, payload: { ...good.payload, authorization } })
    assert.equal((await hand(id, header)).status, 409)
  })

  test('a payment-identifier names one payment', async () => {
    const [id, account] = [await createCharge('0.09'), await createAgent(chain)]
    const extensions = {
      'payment-identifier': { info: { required: false, id: 'order-0000000001' } },
    }
    const named = async () => encode({ ...decode(await sign(id, account)), extensions })
    const [first, second] = [await named(), await named()]
    const required = decode((await fetch(urlOf(id))).headers.get('payment-required'))
    assert.ok((required.extensions as Record<string, unknown>)['payment-identifier'])
    assert.equal((await hand(id, first)).status, 200)
    assert.equal((await hand(id, second)).status, 409)
    assert.equal((await hand(id, first)).status, 200)
    assert.equal(await countDebits(chain, account), 1)
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
    const offer = await fetch(urlOf(id))
    assert.match(String(offer.headers.get('access-control-expose-headers')), /PAYMENT-REQUIRED/)
    assert.equal((await fetch(urlOf(crypto.randomUUID()))).status, 404)
  })

  // The last one: it leaves the chain's clock minutes ahead.
  test('a payload that can still be sent keeps the charge from asking for another one', async () => {
    const [id, account] = [await createCharge('0.09'), await createAgent(chain, 1)]
    const signature = await sign(id, account)
    const { client: node } = chain
    await node.setAutomine(false)
    const first = hand(id, signature).then(({ status }) => status)
    const hash = await until('it to be sent', async () => {
      const { transactions } = await node.getBlock({ blockTag: 'pending' })
      return transactions[0]
    })
    // The money is gone before a block has the transaction, which reverts.
    await node.setStorageAt({
      address: baseUsdc,
      ...(await findBalance(account.address)),
    })
    await node.setAutomine(true)
    await node.mine({ blocks: 1 })
    const { status } = await node.waitForTransactionReceipt({ hash })
    assert.equal(status, 'reverted')
    assert.equal(await hasBegun(id), true)
    const { authorization } = readSigned(signature)
    await node.setNextBlockTimestamp({ timestamp: BigInt(authorization.validBefore) + 1n })
    await node.mine({ blocks: 1 })
    assert.equal(await first, 402)
    const response = await fetch(urlOf(id))
    assert.equal(response.status, 402)
    assert.equal(await countDebits(chain, account), 0)
  })

  /** The place of an account's balance in the token, and a balance of nothing. */
  async function findBalance(address: Address): Promise<{ index: Hex; value: Hex }> {
    const { encodeAbiParameters, keccak256, pad, parseAbiParameters } = await import('viem')
    // FiatToken keeps balances in its ninth place, with the blacklist in the highest bit.
    const words = parseAbiParameters('address, uint256')
    return { index: keccak256(encodeAbiParameters(words, [address, 9n])), value: pad('0x0') }
  }
})
