import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PNG } from 'pngjs'
import type { ReducedCharge } from '../../../src/api/schemas/charges/charge.ts'
import { letPass } from '../../support/aging.ts'
import { clientOf, provideHarness } from '../../support/harness.ts'
import { askWith, messengers, readTags } from '../../support/messengers.ts'
import { runOperator } from '../../support/operator.ts'
import { chargeBody, payFor, paymentThatIs } from '../../support/paying.ts'

// What a link tells in a messenger.

const harness = provideHarness()

const create = async (more: Record<string, unknown> = {}): Promise<ReducedCharge> =>
  await clientOf(harness).createCharge(
    chargeBody(harness, {}, { local_price: { amount: '34.5' }, name: 'Order 1042', ...more }),
  )

const slack = messengers.Slack as Record<string, string>
const readPage = async (url: string, headers = slack) => {
  const answer = await askWith(url, headers)
  return { ...answer, tags: readTags(answer.body.toString()) }
}

for (const [name, headers] of Object.entries(messengers))
  test(`${name} shows the store, what is bought, its price, and a picture`, async () => {
    const { hosted_url: url } = await create()
    const { status, tags } = await readPage(url, headers)
    assert.equal(status, 200)
    assert.equal(tags['og:title'], 'Order 1042 · Mug shop')
    assert.equal(tags['og:description'], 'Pay $34.50 to Mug shop')
    assert.equal(tags['og:site_name'], 'Mug shop')
    assert.equal(tags['og:url'], url)
    assert.equal(tags['twitter:card'], 'summary_large_image')
    assert.deepEqual(
      [tags['og:image:width'], tags['og:image:height'], tags['og:image:type']],
      ['1200', '630', 'image/png'],
    )
    const picture = await askWith(tags['og:image'] ?? '', headers)
    assert.equal(picture.status, 200)
    assert.equal(picture.headers['content-type'], 'image/png')
    const { width, height } = PNG.sync.read(picture.body)
    assert.deepEqual([width, height], [1200, 630])
  })

test('a link speaks the language of whoever asks, and so does its picture', async () => {
  const { hosted_url: url } = await create()
  const read = async (language: string) =>
    (await readPage(url, { ...slack, 'accept-language': language })).tags
  const german = await read('de-AT,de;q=0.9')
  assert.match(german['og:description'] ?? '', /^.*34,50.* an Mug shop zahlen$/)
  assert.equal(german['og:locale'], 'de_AT')
  assert.equal((await read('ja'))['og:locale'], 'ja_JP')
  assert.match((await read('ar'))['og:description'] ?? '', /^ادفع /)
  const draw = async (tags: Record<string, string>) =>
    (await askWith(tags['og:image'] ?? '', slack)).body
  const pictures = await Promise.all([german, await read('ar'), await read('en')].map(draw))
  assert.equal(new Set(pictures.map((picture) => picture.toString('base64'))).size, 3)
})

test('a picture is asked for once, until what it shows is another', async () => {
  const { hosted_url: url } = await create()
  const address = `${url}/preview.png`
  const first = await askWith(address, {})
  const { etag = '' } = first.headers
  assert.match(String(first.headers['cache-control']), /^public, max-age=\d+$/)
  const again = await askWith(address, { 'if-none-match': etag })
  assert.deepEqual([again.status, again.body.length], [304, 0])
  const tagOf = async (language: string) =>
    (await askWith(`${address}?language=${language}`, {})).headers.etag
  const german = await tagOf('de')
  assert.notEqual(german, etag)
  // A tag has no end of forms, and none of them is another picture.
  for (const tag of ['de-CH', 'de-AT-1996', 'de-x-12', 'de-u-nu-tibt', 'de-Latn-LU'])
    assert.equal(await tagOf(tag), german, tag)
  const head = await fetch(address, { method: 'HEAD' })
  assert.deepEqual([head.status, head.headers.get('etag')], [200, etag])
  const brand = ['account', 'brand', '--account', harness.shop.id, '--color', '#0b3d2e']
  await runOperator(brand, harness.environment)
  const changed = await askWith(address, { 'if-none-match': etag })
  assert.equal(changed.status, 200)
})

test('there is a picture of no other link', async () => {
  for (const id of [crypto.randomUUID(), 'x', 'assets', '%00', '..%2f']) {
    const { status } = await askWith(`${harness.service.baseUrl}/pay/${id}/preview.png`, {})
    assert.equal(status, 404, id)
  }
})

/** What a link tells that tells nothing: no price, nothing bought, no picture. */
async function assertSilent(url: string, secrets: readonly string[]): Promise<void> {
  const { status, tags } = await readPage(url)
  assert.equal(status, 200)
  assert.equal(tags.title, 'Order details · Mug shop')
  assert.equal(tags['og:title'], tags.title)
  assert.equal(tags['og:description'], 'Mug shop')
  assert.equal(tags.robots, 'noindex')
  assert.equal(tags['og:image'], undefined)
  // Its address has an id of random digits.
  const { 'og:url': _, ...words } = tags
  const told = Object.values(words).join('\n')
  for (const secret of secrets) assert.ok(!told.includes(secret), secret)
}

const secrets = ['34', 'Order 1042', 'ada', '0x']

test('a link that was paid or canceled tells nothing of the payment, and neither does that of a refund', async () => {
  const paid = await create({ payer_email: 'ada@example.com' })
  const hash = await payFor(harness, paid.id, 34_500_000n)
  await paymentThatIs(harness, paid.id, hash, 'COMPLETED')
  const client = clientOf(harness)
  const canceled = await create()
  await client.cancelCharge(canceled.id)
  for (const { hosted_url: url } of [paid, canceled]) {
    await assertSilent(url, secrets)
    assert.equal((await askWith(`${url}/preview.png`, {})).status, 404)
  }
  const { claimUrl } = await client.createRefund(paid.id, { reason: 'For Ada' })
  await assertSilent(claimUrl ?? '', [...secrets, 'Ada', 'refund'])
})

test('what a merchant wrote is one line of text, whatever it is', async () => {
  const name = `</title><script>alert(1)</script>"' ${'\u0301'.repeat(50)}${'W'.repeat(100)}`
  const { hosted_url: url } = await create({ name })
  const { body, tags } = await readPage(url)
  assert.ok(!body.toString().includes('<script>alert'))
  assert.match(
    tags['og:title'] ?? '',
    /^<\/title><script>alert\(1\)<\/script>"' \u0301{4}W+… · Mug shop$/,
  )
  assert.equal((await askWith(tags['og:image'] ?? '', {})).status, 200)
})

// The last one: it starts the service anew, elsewhere.
test('a link that has expired tells nothing of what it asked for', async () => {
  const { id } = await create()
  await letPass(harness, id, 30 * 24 * 60)
  const url = `${harness.service.baseUrl}/pay/${id}`
  await assertSilent(url, secrets)
  assert.equal((await askWith(`${url}/preview.png`, {})).status, 404)
})
