import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { PNG } from 'pngjs'
import type { PictureFacts } from '../../../src/service/payment-page/link-preview/picture.ts'
import { createPictures } from '../../../src/service/payment-page/link-preview/pictures.ts'
import { isRightToLeft, toLine } from '../../../src/service/payment-page/link-preview/text.ts'

// The pictures of links, as the thread draws them.

const stopping = new AbortController()
const failures: unknown[] = []
const pictures = createPictures(stopping.signal, (failure) => void failures.push(failure))
after(() => {
  stopping.abort()
  assert.deepEqual(failures, [])
})

const facts: PictureFacts = {
  ...{ store: 'Mug shop', what: 'Order 1042', price: '$34.50', badge: '' },
  ...{ color: '#635bff', locale: 'en', isRtl: false },
}

async function draw(more: Partial<PictureFacts> = {}): Promise<PNG> {
  const picture = await pictures.draw({ ...facts, ...more }, 'mugs')
  assert.ok(picture instanceof Uint8Array, String(picture))
  assert.ok(picture.length < 200_000)
  const image = PNG.sync.read(Buffer.from(picture))
  assert.deepEqual([image.width, image.height], [1200, 630])
  return image
}

/** Counts the pixels of an area that are not white, in a thousand of its pixels. */
function measureInk({ data, width }: PNG, area: { x: number; y: number; w: number; h: number }) {
  let inked = 0
  for (let y = area.y; y < area.y + area.h; y++)
    for (let x = area.x; x < area.x + area.w; x++) {
      const at = 4 * (y * width + x)
      if (data.subarray(at, at + 3).some((value) => value < 250)) inked += 1
    }
  return (1000 * inked) / (area.w * area.h)
}

const tile = { x: 80, y: 72, w: 96, h: 96 }
const store = { x: 190, y: 90, w: 500, h: 60 }
const title = { x: 80, y: 240, w: 1040, h: 80 }
const price = { x: 80, y: 360, w: 1040, h: 160 }
const outside = [
  { x: 0, y: 0, w: 70, h: 600 },
  { x: 1130, y: 0, w: 70, h: 600 },
]

test('a picture has the store, what is bought, its price, and the brand’s color', async () => {
  const image = await draw()
  for (const [name, area] of Object.entries({ tile, store, title, price }))
    assert.ok(measureInk(image, area) > 5, name)
  const edge = 4 * (1200 * 620 + 600)
  assert.deepEqual([...image.data.subarray(edge, edge + 3)], [0x63, 0x5b, 0xff])
})

test('every language’s script is drawn, and runs in its direction', async () => {
  const samples: [locale: string, text: string][] = [
    ['de', 'Münchner Kaffeerösterei'],
    ['pl', 'Zażółć gęślą jaźń'],
    ['vi', 'Thanh toán đơn hàng'],
    ['tr', 'Sipariş ğüşiöç'],
    ['ru', 'Заказ номер'],
    ['el', 'Παραγγελία'],
    ['ar', 'متجر الأكواب'],
    ['he', 'חנות הספלים'],
    ['hi', 'मग की दुकान'],
    ['ja', '焼き物の店'],
    ['ko', '머그 상점'],
    ['zh-Hans', '马克杯商店'],
    ['zh-Hant', '馬克杯訂單'],
    ['ja', 'Mug 焼 מים متجر'],
    ['ar', 'طلب 1042 من iPhone (128 GB)'],
    ['he', 'הזמנה 1042 (Stoneware mug)'],
  ]
  for (const [locale, text] of samples) {
    const isRtl = isRightToLeft(text)
    const image = await draw({ store: text, what: text, locale, isRtl })
    const half = (x: number) => measureInk(image, { ...title, x, w: 300 })
    const [left, right] = [half(80), half(820)]
    assert.ok(Math.max(left, right) > 15, text)
    assert.ok(isRtl ? right > left : left > right, text)
  }
  // None of them stands for a font that is missing: that would look the same for all.
  const [one, other] = [await draw({ what: '焼' }), await draw({ what: '陶' })]
  assert.ok(!one.data.equals(other.data))
})

test('texts of any length stay within the margins', async () => {
  const long = ['W'.repeat(400), '焼'.repeat(400), 'Wort '.repeat(100), 'ab'.repeat(60)]
  for (const text of long) {
    const line = toLine(text, 120)
    const image = await draw({
      store: toLine(text, 60),
      what: line,
      price: '$1,234,567,890.12345678',
    })
    for (const area of outside) assert.equal(measureInk(image, area), 0, text.slice(0, 20))
  }
  // A price is shown whole, or not at all.
  const image = await draw({ what: '', price: `$${'9'.repeat(70)}` })
  assert.equal(measureInk(image, { x: 0, y: 180, w: 1200, h: 400 }), 0)
})

test('what has no font is left out, and no name is cut to what has one', async () => {
  const plain = await draw({ store: 'Zoë’s shop' })
  const emoji = await draw({ store: 'Zoë’s 🎉👍🏽👩‍👩‍👧 shop' })
  assert.ok(plain.data.equals(emoji.data))
  const foreign = await draw({ store: 'ไทย shop', what: 'မြန်မာ 12' })
  for (const area of [tile, store]) assert.equal(measureInk(foreign, area), 0)
  assert.ok(measureInk(foreign, { ...title, h: 280 }) > 5)
  // A picture of nothing is none.
  const nothing = { ...facts, store: 'ไทย', what: 'မြန်မာ', price: '' }
  assert.equal(await pictures.draw(nothing, 'mugs'), 'none')
})

test('what strangers write draws nothing but itself', async () => {
  const hostile = [
    '</text><image href="https://shop.example/x.png"/>&#0;&amp;<!--',
    `Z${'\u0301'.repeat(900)}algo`,
    '\u202e\u2066\u0000\u001b[31mred\ufeff\ufffe',
    '\ud800\udc00\ud800 lone \udfff',
    '🏳️‍🌈'.repeat(200),
    '\u200d'.repeat(900),
    'ﷺ'.repeat(200),
    'الله '.repeat(50),
    ' '.repeat(900),
    'ab -> 焼 الله',
    'aب'.repeat(500),
    'हिन्दी'.repeat(150),
    'क्'.repeat(500),
    '(ب'.repeat(500),
  ]
  for (const text of hostile) {
    const line = toLine(text.repeat(Math.ceil(64_000 / text.length)), 120)
    assert.ok(line.length <= 1001)
    const image = await draw({ store: toLine(text, 60), what: line, badge: line.slice(0, 20) })
    for (const area of outside) assert.equal(measureInk(image, area), 0, text.slice(0, 20))
  }
})

test('one picture is drawn once, and of many the last ones are told to come again', async () => {
  const same = await Promise.all([1, 2, 3].map(() => pictures.draw(facts, 'mugs')))
  assert.equal(new Set(same).size, 1)
  const many = Array.from({ length: 60 }, (_, index) =>
    pictures.draw({ ...facts, what: `Order ${index}` }, `shop ${index}`),
  )
  // What is drawn already waits for nothing.
  assert.equal(await pictures.draw(facts, 'mugs'), same[0])
  const answers = await Promise.all(many)
  assert.equal(answers.filter((answer) => answer === 'busy').length, 60 - 16)
  assert.ok(answers.slice(0, 16).every((answer) => answer instanceof Uint8Array))
  await draw({ what: 'Order 59' })
})

test('the links of one shop keep those of no other waiting', async () => {
  const ask = (owner: string, count: number) =>
    Array.from({ length: count }, (_, index) =>
      pictures.draw({ ...facts, store: owner, what: `Bowl ${index}` }, owner),
    )
  const greedy = ask('greedy', 30)
  const [other] = await Promise.all(ask('modest', 1))
  assert.ok(other instanceof Uint8Array)
  const answers = await Promise.all(greedy)
  assert.deepEqual(
    answers.map((answer) => answer === 'busy'),
    answers.map((_, index) => index >= 4),
  )
})

test('a picture whose thread broke is not kept as none', async () => {
  const stop = new AbortController()
  const errors: unknown[] = []
  const broken = createPictures(stop.signal, (error) => errors.push(error))
  // No thread takes a function.
  const unsendable = { ...facts, store: (() => {}) as unknown as string }
  assert.equal(await broken.draw(unsendable, 'mugs'), 'busy')
  assert.equal(errors.length, 1)
  assert.ok((await broken.draw(facts, 'mugs')) instanceof Uint8Array)
  stop.abort()
})

test('a tag is that of what is shown', () => {
  assert.equal(pictures.getTag(facts), pictures.getTag({ ...facts }))
  assert.notEqual(pictures.getTag(facts), pictures.getTag({ ...facts, price: '$34.51' }))
})
