import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAgent } from '../../../support/agents.ts'
import { askWith, messengers, readTags } from '../../../support/messengers.ts'
import { clients, decode, type Fetch, type Selling } from '../selling.ts'

/** What each caller of a charge's page reads there, where programs may pay too. */
export function testCallers(read: () => Selling): void {
  const create = async () => read().urlOf(await read().createCharge('0.09'))
  const isPage = (type: string | undefined) => type?.startsWith('text/html') ?? false

  const people: [name: string, headers: Record<string, string>][] = [
    ['a browser', { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }],
    ...Object.entries(messengers),
  ]
  for (const [name, headers] of people)
    test(`${name} gets the page`, async () => {
      const { status, headers: answered, body } = await askWith(await create(), headers)
      assert.equal(status, 200)
      assert.ok(isPage(answered['content-type']))
      assert.equal(answered['payment-required'], undefined)
      assert.match(readTags(body.toString())['og:image'] ?? '', /\/preview\.png\?language=en$/)
    })

  const programs: [name: string, headers: Record<string, string>][] = [
    ['a program that takes JSON', { accept: 'application/json' }],
    ['axios', { accept: 'application/json, text/plain, */*', 'user-agent': 'axios/1.13.2' }],
    ['a program that takes problems', { accept: 'application/problem+json' }],
    ['fetch', { accept: '*/*', 'sec-fetch-mode': 'cors', 'user-agent': 'node' }],
    ['a client of MPP', { accept: '*/*', 'accept-payment': 'evm/charge' }],
    [
      'a program that calls itself a messenger',
      { ...messengers.Slack, accept: 'application/json' },
    ],
  ]
  for (const [name, headers] of programs)
    test(`${name} gets the offer as JSON`, async () => {
      const { status, headers: answered, body } = await askWith(await create(), headers)
      assert.equal(status, 402)
      assert.match(answered['content-type'] ?? '', /^application\/json/)
      assert.ok(answered['payment-required'] && answered['www-authenticate'])
      assert.equal(JSON.parse(body.toString()).error.type, 'payment_required')
    })

  const unnamed: [name: string, headers: Record<string, string>][] = [
    ['python-requests', { accept: '*/*', 'user-agent': 'python-requests/2.32.5' }],
    ['curl', { accept: '*/*', 'user-agent': 'curl/8.17.0' }],
    ['a messenger that nobody knows', { accept: 'image/*', 'user-agent': 'Chatty/1.0' }],
    ['who says nothing', {}],
  ]
  for (const [name, headers] of unnamed)
    test(`${name} gets the offer in headers, and the page`, async () => {
      const url = await create()
      const { status, headers: answered, body } = await askWith(url, headers)
      assert.equal(status, 402)
      assert.ok(isPage(answered['content-type']))
      assert.ok(answered['content-security-policy'])
      assert.match(String(answered['cache-control']), /no-store/)
      assert.equal(decode(String(answered['payment-required'])).x402Version, 2)
      assert.match(String(answered['www-authenticate']), /^Payment /)
      assert.equal(answered['access-control-allow-origin'], '*')
      assert.match(String(answered.vary), /user-agent/)
      assert.ok(readTags(body.toString())['og:image'])
    })

  test('who asks for nothing in particular has the status of every answer', async () => {
    const id = await read().createCharge('0.09')
    await read().client.cancelCharge(id)
    const missing = await askWith(read().urlOf(crypto.randomUUID()), { accept: '*/*' })
    const closed = await askWith(read().urlOf(id), { accept: '*/*' })
    assert.deepEqual([missing.status, closed.status], [404, 409])
    for (const { headers } of [missing, closed]) assert.ok(isPage(headers['content-type']))
    assert.equal(readTags(closed.body.toString())['og:image'], undefined)
  })

  // Clients in Python and Go send no Sec-Fetch-Mode, and read the offer from the page's headers.
  for (const [name, createFetch] of Object.entries(clients))
    test(`${name} pays with what it reads in headers, and gets JSON for its payment`, async () => {
      const url = await create()
      const account = await createAgent(read().chain)
      const statuses: number[] = []
      const asPython: Fetch = async (input, init) => {
        const request = new Request(input, init)
        const headers = Object.fromEntries(request.headers)
        const answer = await askWith(url, { ...headers, accept: '*/*', 'user-agent': 'python' })
        statuses.push(answer.status)
        const own = Object.entries(answer.headers).map(([name, value]) => [name, String(value)])
        return new Response(Uint8Array.from(answer.body), {
          status: answer.status,
          headers: Object.fromEntries(own),
        })
      }
      const response = await createFetch(account, asPython)(url)
      assert.deepEqual(statuses, [402, 200])
      const { data } = (await response.json()) as { data: { status: string } }
      assert.equal(data.status, 'COMPLETED')
      // Once it is paid, its page says so in headers too.
      const again = await askWith(url, { accept: '*/*' })
      assert.deepEqual([again.status, isPage(again.headers['content-type'])], [200, true])
      assert.equal(decode(String(again.headers['payment-response'])).success, true)
    })
}
