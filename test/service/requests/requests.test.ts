import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { NewRequest, PaymentRequest } from '../../../src/api/index.ts'
import {
  call,
  chainId,
  clientOf,
  errorOf,
  judged,
  provideHarness,
  wallet,
} from '../../support/harness.ts'
import { runOperator } from '../../support/operator.ts'
import { payAndReportFirst } from '../../support/paying.ts'
import { startService } from '../../support/service.ts'

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const zero = '0x0000000000000000000000000000000000000000'

const harness = provideHarness()

const dollar = () => harness.chain.dusd
/** A POST /requests as it goes over the wire. */
async function post(fields: Record<string, string | File>, headers: Record<string, string> = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return await postBody(form, headers)
}

async function postBody(body: BodyInit, headers: Record<string, string> = {}) {
  const response = await fetch(`${harness.service.baseUrl}/requests`, {
    method: 'POST',
    headers: { 'api-key': harness.shop.apiKey, ...headers },
    body,
  })
  return { status: response.status, body: (await response.json()) as PaymentRequest }
}

async function refused(
  answer: Promise<{ status: number; body: unknown }>,
  status: number,
  field?: string,
) {
  const { status: got, body } = await answer
  assert.equal(got, status, JSON.stringify(body))
  assert.ok(errorOf(body).message.length > 10)
  if (field) assert.equal(errorOf(body).details[0]?.field, field, JSON.stringify(body))
}

describe('POST /requests', () => {
  test('answers 201 with every field of interface 2.3; token facts come from the chain', async () => {
    const { status, body } = await post({
      recipientAddress: wallet.toLowerCase(),
      chainId: `${chainId}`,
      tokenAmount: '5.50',
      tokenAddress: dollar().toLowerCase(),
      trackId: 'order-7',
      reference: 'Grüße\r\n"7"',
    })
    assert.equal(status, 201, JSON.stringify(body))
    assert.match(body.uuid, uuid)
    assert.match(body.createdAt, time)
    assert.deepEqual(body, {
      uuid: body.uuid,
      chainId: `${chainId}`,
      recipientAddress: wallet,
      tokenAmount: '5.50',
      tokenAddress: dollar(),
      tokenDecimals: 6,
      tokenType: 'ERC20',
      tokenSymbol: 'DUSD',
      trackId: 'order-7',
      reference: 'Grüße\r\n"7"',
      attachmentUrl: '',
      createdAt: body.createdAt,
      updatedAt: body.createdAt,
      history: [],
    })
    assert.deepEqual((await call(harness, 'GET', `/requests/${body.uuid}`)).body, body)
  })

  test('only the recipient is needed: what is open is an empty text', async () => {
    const { status, body } = await post({ recipientAddress: wallet, chainId: '', reference: '' })
    assert.equal(status, 201)
    const { uuid: id, createdAt } = body
    assert.deepEqual(body, {
      uuid: id,
      chainId: '',
      recipientAddress: wallet,
      tokenAmount: '',
      tokenAddress: '',
      tokenDecimals: 0,
      tokenType: '',
      tokenSymbol: '',
      trackId: '',
      reference: '',
      attachmentUrl: '',
      createdAt,
      updatedAt: createdAt,
      history: [],
    })
  })

  test('a token without a chain is on the only one there is; given facts must be true', async () => {
    const given = { recipientAddress: wallet, tokenAddress: dollar(), tokenDecimals: '6' }
    const made = await clientOf(harness).createRequest({ ...given, tokenSymbol: 'DOLLAR' })
    assert.equal(made.chainId, `${chainId}`)
    assert.equal(made.tokenSymbol, 'DOLLAR')
    const coin = await clientOf(harness).createRequest({ recipientAddress: wallet, tokenType: '0' })
    assert.deepEqual(
      [coin.tokenAddress, coin.tokenType, coin.tokenDecimals, coin.tokenSymbol],
      [zero, 'NATIVE', 18, 'ETH'],
    )
  })

  const faults: [what: string, over: Record<string, string>, field: string][] = [
    ['no recipient', { recipientAddress: '' }, 'recipientAddress'],
    ['a short recipient', { recipientAddress: '0x12' }, 'recipientAddress'],
    ['the zero address', { recipientAddress: zero }, 'recipientAddress'],
    ['a chain in hex', { chainId: '0x1' }, 'chainId'],
    ['a chain that is not read', { chainId: '1' }, 'chainId'],
    ['a negative amount', { tokenAmount: '-1' }, 'tokenAmount'],
    ['a token that is none', { tokenAddress: `0x${'12'.repeat(20)}` }, 'tokenAddress'],
    ['a native ERC20', { tokenAddress: zero, tokenType: 'ERC20' }, 'tokenType'],
    ['an unknown tokenType', { tokenType: 'ERC721' }, 'tokenType'],
    ['an amount beyond uint256', { tokenAmount: '9'.repeat(78) }, 'tokenAmount'],
    ['a long trackId', { trackId: 'x'.repeat(257) }, 'trackId'],
    ['U+0000 in a reference', { reference: 'a\0b' }, 'reference'],
    ['a blank in a symbol', { tokenSymbol: 'A B' }, 'tokenSymbol'],
  ]
  for (const [what, over, field] of faults) {
    test(`${what} is 400, naming ${field}`, async () => {
      await refused(post({ recipientAddress: wallet, ...over }), 400, field)
    })
  }

  test('what the token cannot hold, or says otherwise, is 400', async () => {
    const good = { recipientAddress: wallet, tokenAddress: dollar() }
    await refused(post({ ...good, tokenAmount: '1.0000001' }), 400, 'tokenAmount')
    await refused(post({ ...good, tokenDecimals: '18' }), 400, 'tokenDecimals')
    await refused(post({ ...good, recipientAddress: dollar() }), 400, 'recipientAddress')
    const [letter = ''] = wallet.slice(2).match(/[a-f]/) ?? []
    const wrong = wallet.replace(letter, letter.toUpperCase())
    await refused(post({ ...good, recipientAddress: wrong }), 400, 'recipientAddress')
  })

  test('a body that is no form is 415 or 400', async () => {
    await refused(postBody('{}', { 'content-type': 'application/json' }), 415)
    await refused(postBody('x', { 'content-type': 'multipart/form-data' }), 400)
    await refused(postBody('x', { 'content-type': 'multipart/form-data; boundary=y' }), 400)
    const twice = new FormData()
    twice.append('recipientAddress', wallet)
    twice.append('recipientAddress', wallet)
    await refused(postBody(twice), 400, 'recipientAddress')
    const file = new File(['x'], 'a.txt')
    await refused(post({ recipientAddress: file }), 400, 'recipientAddress')
    await refused(post({ recipientAddress: wallet, attachment: 'text' }), 400, 'attachment')
  })
})

describe('an attachment', () => {
  const send = (attachment: File) => post({ recipientAddress: wallet, attachment })
  const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'))

  const kinds: [content: Uint8Array<ArrayBuffer>, name: string, type: string, saved: string][] = [
    [bytes('%PDF-1.7\n\xff\xfe\x00'), 'invoice 7.pdf', 'application/pdf', 'invoice 7.pdf'],
    [bytes('\x89PNG\r\n\x1a\n\x00'), 'a.PNG', 'image/png', 'a.png'],
    [bytes('\xff\xd8\xff\xe0'), 'photo', 'image/jpeg', 'photo.jpg'],
    [bytes('GIF89a\x00'), '../../etc/passwd', 'image/gif', 'passwd.gif'],
    [bytes('RIFF\x00\x00\x00\x00WEBPVP8 '), 'a"b\n.webp', 'image/webp', 'a_b_.webp'],
    [bytes('<script>alert(1)</script>'), 'x.html', 'text/plain; charset=utf-8', 'x.html.txt'],
    [bytes('a;b\r\n'), '.list.CSV', 'text/plain; charset=utf-8', 'list.csv'],
    [bytes('MZ is text'), 'C:\\run.bat', 'text/plain; charset=utf-8', 'run.bat.txt'],
  ]
  for (const [content, name, type, saved] of kinds) {
    test(`${JSON.stringify(name)} is kept as ${type}, and served as the download ${saved}`, async () => {
      const { status, body } = await send(new File([content], name, { type: 'text/html' }))
      assert.equal(status, 201, JSON.stringify(body))
      const { attachmentUrl } = body
      assert.match(attachmentUrl, /\/attachments\/[\w-]{43}$/)
      assert.ok(attachmentUrl.startsWith(harness.service.baseUrl))
      const response = await fetch(attachmentUrl)
      assert.equal(response.status, 200)
      assert.deepEqual(new Uint8Array(await response.arrayBuffer()), content)
      const header = (one: string) => response.headers.get(one)
      assert.equal(header('content-type'), type)
      assert.ok(header('content-disposition')?.startsWith(`attachment; filename="${saved}"; `))
      assert.equal(header('x-content-type-options'), 'nosniff')
      assert.match(String(header('content-security-policy')), /default-src 'none'; sandbox/)
      assert.equal((await fetch(attachmentUrl, { method: 'HEAD' })).status, 200)
      const again = await clientOf(harness).getRequest(body.uuid)
      assert.equal(again.attachmentUrl, attachmentUrl)
    })
  }

  test('with a name beyond ASCII keeps it (RFC 8187)', async () => {
    const { body } = await send(new File(['hello'], 'Grüße (7).txt'))
    const response = await fetch(body.attachmentUrl)
    assert.equal(
      response.headers.get('content-disposition'),
      `attachment; filename="Gr__e (7).txt"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%287%29.txt`,
    )
  })

  test('of another kind, or empty, is 400 and says what is taken', async () => {
    for (const content of ['MZ\x90\x00', '\x7fELF\x00', 'PK\x03\x04\x00', 'a\x00b', '\xff\xfea']) {
      const answer = await send(new File([bytes(content)], 'a.pdf', { type: 'application/pdf' }))
      assert.equal(answer.status, 400)
      assert.match(errorOf(answer.body).message, /attachment must be PDF, PNG, JPEG, WebP, GIF or/)
    }
    await refused(send(new File([], 'a.txt')), 400, 'attachment')
  })

  test('of 5 MiB is taken whole, of one byte more is 413', async () => {
    const most = new Uint8Array(5 * 1024 * 1024).fill(120)
    const { status, body } = await send(new File([most], 'a.txt'))
    assert.equal(status, 201, JSON.stringify(body))
    const kept = new Uint8Array(await (await fetch(body.attachmentUrl)).arrayBuffer())
    assert.deepEqual(Buffer.compare(kept, most), 0)
    for (const more of [1, 1024 * 1024]) {
      const large = await send(new File([new Uint8Array(most.length + more).fill(120)], 'a.txt'))
      assert.equal(large.status, 413)
      assert.equal(errorOf(large.body).type, 'payload_too_large')
    }
  })

  test('whose address was guessed is 404', async () => {
    for (const id of ['a', 'A'.repeat(43), '%00']) {
      await refused(call(harness, 'GET', `/attachments/${id}`), 404)
    }
  })
})

describe('Idempotency-Key', () => {
  const fields = () => ({ recipientAddress: wallet, attachment: new File(['one'], 'a.txt') })

  test('the same key makes one request, also in simultaneous calls; another body is 409', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(fields(), key)))
    for (const { status, body } of answers) {
      assert.equal(status, 201)
      assert.deepEqual(body, answers[0]?.body)
    }
    const other = { ...fields(), attachment: new File(['two'], 'a.txt') }
    await refused(post(other, key), 409)
    await refused(post({ ...fields(), trackId: 'x' }, key), 409)
    const charge = { pricing_type: 'fixed_price', local_price: { amount: '1' } }
    const token = { chainId: `${chainId}`, recipientAddress: wallet, tokenAddress: dollar() }
    await refused(call(harness, 'POST', '/charges', { ...charge, requestProps: token }, key), 409)
  })
})

describe('GET /requests/:uuid', () => {
  test('of another account, of none, or no UUID is 404', async () => {
    const { uuid: id } = await clientOf(harness).createRequest({ recipientAddress: wallet })
    const foreign = { 'api-key': harness.other.apiKey }
    await refused(call(harness, 'GET', `/requests/${id}`, undefined, foreign), 404)
    await refused(call(harness, 'GET', `/requests/${crypto.randomUUID()}`), 404)
    await refused(call(harness, 'GET', '/requests/seven'), 404)
  })
})

describe('GET /requests', () => {
  const find = (query: Record<string, string>, headers = {}) =>
    call(harness, 'GET', `/requests?${new URLSearchParams(query)}`, undefined, headers)

  test('makes a request (201), then finds it (200): exactly the reduced set', async () => {
    const query = { recipient: wallet, tokenAmount: '7', tokenAddress: dollar() }
    const { status, body } = await find({ ...query, chainId: `${chainId}` })
    assert.equal(status, 201, JSON.stringify(body))
    const { uuid: id, createdAt } = body as PaymentRequest
    assert.deepEqual(body, {
      uuid: id,
      chainId: `${chainId}`,
      recipientAddress: wallet,
      tokenAmount: '7',
      tokenAddress: dollar(),
      tokenDecimals: 6,
      tokenType: 'ERC20',
      tokenSymbol: 'DUSD',
      createdAt,
      updatedAt: createdAt,
      history: [],
    })
    for (const same of [
      query,
      { ...query, tokenAmount: '7.00', recipient: wallet.toLowerCase() },
      { ...query, tokenAddress: dollar().toLowerCase() },
    ]) {
      assert.deepEqual(await find(same).then((one) => [one.status, one.body]), [200, body])
    }
    const whole = await clientOf(harness).getRequest(id)
    assert.deepEqual([whole.trackId, whole.reference, whole.attachmentUrl], ['', '', ''])
  })

  test('amount, token, chain and account are part of the match', async () => {
    const base = { recipient: wallet, tokenAmount: '8', tokenAddress: dollar() }
    const ids = new Set<string>()
    const others: Record<string, string>[] = [
      base,
      { ...base, tokenAmount: '9' },
      { ...base, tokenAddress: harness.chain.token('OUSD').address },
      { recipient: wallet, tokenAmount: '8' },
      { recipient: wallet, chainId: `${chainId}`, tokenAmount: '8' },
      { recipient: harness.chain.payer.address, tokenAmount: '8', tokenAddress: dollar() },
    ]
    for (const query of others) {
      const { status, body } = await find(query)
      assert.equal(status, 201, JSON.stringify(body))
      ids.add((body as PaymentRequest).uuid)
    }
    const theirs = await find(base, { 'api-key': harness.other.apiKey })
    assert.equal(theirs.status, 201)
    ids.add((theirs.body as PaymentRequest).uuid)
    assert.equal(ids.size, others.length + 1)
  })

  test('finds one that was posted', async () => {
    const given = { recipientAddress: wallet, tokenAddress: dollar(), tokenAmount: '11' }
    const made = await clientOf(harness).createRequest({ ...given, trackId: 'mine' })
    const query = { recipient: wallet, tokenAddress: dollar(), tokenAmount: '11' }
    const { request, wasCreated } = await clientOf(harness).findRequest(query)
    assert.equal(wasCreated, false)
    assert.equal(request.uuid, made.uuid)
    assert.ok(!('trackId' in request))
  })

  test('of 50 simultaneous callers one makes it: one 201, 49 200, one row', async () => {
    const query = { recipient: wallet, tokenAmount: '50', tokenAddress: dollar() }
    const answers = await Promise.all(Array.from({ length: 50 }, () => find(query)))
    assert.equal(answers.filter(({ status }) => status === 201).length, 1)
    assert.equal(answers.filter(({ status }) => status === 200).length, 49)
    assert.equal(new Set(answers.map(({ body }) => (body as PaymentRequest).uuid)).size, 1)
  })

  const faults: [what: string, query: Record<string, string>, status: number, field: string][] = [
    ['no recipient', {}, 400, 'recipient'],
    ['an empty recipient', { recipient: '' }, 400, 'recipient'],
    ['half an address', { recipient: '0x1234' }, 400, 'recipient'],
    ['an unknown username', { recipient: 'nobody-here' }, 404, 'recipient'],
    ['what can be no name', { recipient: 'a b\0' }, 404, 'recipient'],
    ['a wrong amount', { recipient: wallet, tokenAmount: '1e3' }, 400, 'tokenAmount'],
    ['a chain that is not read', { recipient: wallet, chainId: '10' }, 400, 'chainId'],
    ['an ENS name without a node', { recipient: 'shop.eth' }, 400, 'recipient'],
  ]
  for (const [what, query, status, field] of faults) {
    test(`${what} is ${status}, naming ${field}`, () => refused(find(query), status, field))
  }

  test('a parameter that is given twice is 400', async () => {
    const twice = `/requests?recipient=${wallet}&recipient=${wallet}`
    await refused(call(harness, 'GET', twice), 400, 'recipient')
  })
})

describe('a request’s charge', () => {
  const priced = { pricing_type: 'fixed_price', local_price: { amount: '20' } } as const
  const asked = (over: Partial<NewRequest> = {}) =>
    clientOf(harness).createRequest({
      recipientAddress: wallet,
      chainId: `${chainId}`,
      tokenAddress: dollar(),
      ...over,
    })

  test('takes its destination and amount, and its requestLink names the request', async () => {
    const { uuid: requestId } = await asked({ tokenAmount: '5', tokenSymbol: 'BUCK' })
    const charge = await clientOf(harness).createCharge({
      ...priced,
      requestId: requestId.toUpperCase(),
      baseUrl: 'https://pay.shop.example',
    })
    assert.deepEqual(charge.pricing.settlement, { amount: '5', currency: 'BUCK' })
    assert.deepEqual(await clientOf(harness).getRequestCharge(charge.id), {
      uuid: charge.id,
      link: `https://pay.shop.example/pay/${charge.id}`,
      tokenAmount: '5',
      tokenAddress: dollar(),
      tokenDecimals: 6,
      tokenType: 'ERC20',
      tokenSymbol: 'BUCK',
      chainId: `${chainId}`,
      createdAt: charge.created_at,
      requestLink: { uuid: requestId, recipientAddress: wallet },
      accepts: [],
      ...{ status: 'NEW', payments: [], timeline: [], updatedAt: charge.created_at },
    })
  })

  test('without an amount takes the price; an own tokenAmount wins; another account’s is 404', async () => {
    const { uuid: requestId } = await asked()
    const client = clientOf(harness)
    const plain = await client.createCharge({ ...priced, requestId })
    assert.equal(plain.pricing.settlement.amount, '20')
    const own = { ...priced, requestId, requestProps: { tokenAmount: '3' } }
    assert.equal((await client.createCharge(own)).pricing.settlement.amount, '3')
    const foreign = { 'api-key': harness.other.apiKey }
    const answer = call(harness, 'POST', '/charges', { ...priced, requestId }, foreign)
    await refused(answer, 404, 'requestId')
  })

  test('of a request without a token is 400 until something names one', async () => {
    const { uuid: requestId } = await clientOf(harness).createRequest({
      recipientAddress: wallet,
      tokenAmount: '4',
    })
    const client = clientOf(harness)
    await refused(call(harness, 'POST', '/charges', { ...priced, requestId }), 400)
    const requestProps = { chainId: `${chainId}`, tokenAddress: dollar() }
    const charge = await client.createCharge({ ...priced, requestId, requestProps })
    assert.equal(charge.pricing.settlement.amount, '4')
    const quote = await client.getRequestCharge(charge.id)
    assert.equal(quote.requestLink.recipientAddress, wallet)
  })

  test('and its payment stand in the history, every field with its type', async () => {
    const { uuid: requestId, createdAt } = await asked({ tokenAmount: '5' })
    const charge = await clientOf(harness).createCharge({ ...priced, requestId })
    const { hash, payment } = await payAndReportFirst(harness, charge.id)
    const { uuid: paymentId } = payment
    const { payment: verdict } = await judged(harness, charge.id, hash)
    const token = { chainId: `${chainId}`, tokenSymbol: 'DUSD', tokenAddress: dollar() }
    const request = await clientOf(harness).getRequest(requestId)
    assert.deepEqual(request.history, [
      {
        uuid: charge.id,
        type: 'REQUEST',
        timestamp: charge.created_at,
        amount: '5',
        txHash: '',
        ...token,
        status: 'COMPLETED',
      },
      {
        uuid: paymentId,
        type: 'PAYMENT',
        timestamp: verdict.createdAt,
        amount: '5',
        txHash: hash,
        ...token,
        status: 'COMPLETED',
      },
    ])
    assert.equal(request.createdAt, createdAt)
    assert.equal(request.updatedAt, verdict.verifiedAt)
  })
})

describe('a username', () => {
  test('stands for the account’s receiving wallet, on its chain', async () => {
    const tokenAddress = dollar()
    const wish = { walletAddress: wallet, chainId, tokenAddress }
    await clientOf(harness, harness.other).setReceivingWallet(wish)
    await harness.service.end()
    const args = ['account', 'brand', '--account', harness.other.id, '--username', 'Tea-Shop']
    await runOperator(args, harness.environment)
    harness.service = await startService(harness.environment)
    const query = { recipient: 'TEA-shop', tokenAmount: '77' }
    const { request, wasCreated } = await clientOf(harness).findRequest(query)
    assert.equal(wasCreated, true)
    assert.deepEqual(
      [request.recipientAddress, request.chainId, request.tokenAddress],
      [wallet, `${chainId}`, tokenAddress],
    )
    assert.equal((await clientOf(harness).findRequest(query)).wasCreated, false)
    const elsewhere = `/requests?recipient=tea-shop&chainId=10`
    await refused(call(harness, 'GET', elsewhere), 400, 'chainId')
  })
})
