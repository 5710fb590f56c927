import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { read, utils } from '@e965/xlsx'
import fc from 'fast-check'
import { erc20Abi } from 'viem'
import { parseAmount } from '../../../src/amount.ts'
import { listColumns } from '../../../src/service/books/routes/formats/sheet.ts'
import { effort } from '../../support/effort.ts'
import { clientOf, provideHarness, wallet } from '../../support/harness.ts'
import { newCharge, payFor, paymentThatIs } from '../../support/paying.ts'
import { until } from '../../support/wait.ts'
import { readCsv } from './csv.ts'

// What people open adds up to what the chain has, whatever the merchant decides, before and after a month is closed.

const harness = provideHarness()
const locales = ['en-US', 'de-DE', 'fr-FR', 'pt-BR', 'ja-JP', 'ar-EG'] as const
const commas: readonly string[] = ['de-DE', 'fr-FR', 'pt-BR']
const decimals = 6
const column = listColumns('USD').findIndex(({ heading }) => heading === 'amount')

const client = () => clientOf(harness)
const dusd = () => harness.chain.dusd
const readBalance = () =>
  harness.chain.client.readContract({
    address: dusd(),
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [wallet],
  })

let balanceBefore: bigint
before(async () => {
  await harness.started
  // From its first charge on, an address is watched.
  await newCharge(harness)
  balanceBefore = await readBalance()
})

async function download(format: 'excel' | 'xlsx', locale: string): Promise<Uint8Array> {
  const query = new URLSearchParams({ format, locale, time_zone: 'Asia/Kathmandu' })
  const reply = await fetch(`${harness.service.baseUrl}/books?${query}`, {
    headers: { 'api-key': harness.shop.apiKey },
  })
  assert.equal(reply.status, 200)
  return new Uint8Array(await reply.arrayBuffer())
}

const add = (amounts: readonly string[]) =>
  amounts.reduce(
    (sum, text) =>
      sum + parseAmount(text.replace('-', ''), decimals) * (text.startsWith('-') ? -1n : 1n),
    0n,
  )

/** Adds up the amounts of a table, as a spreadsheet of that country reads it. */
async function sumTable(locale: string): Promise<bigint> {
  const text = new TextDecoder().decode(await download('excel', locale))
  const [separator, sign, group] = commas.includes(locale) ? [';', ',', '.'] : [',', '.', ',']
  const rows = readCsv(text, separator).map((cells) => Object.values(cells))
  return add(rows.map((cells) => String(cells[column]).replaceAll(group, '').replace(sign, '.')))
}

/** Adds up the numbers of a workbook. */
async function sumWorkbook(locale: string): Promise<bigint> {
  const { Sheets } = read(await download('xlsx', locale), { type: 'array' })
  const sheet = Object.values(Sheets)[0] ?? assert.fail('no sheet')
  const [, ...rows] = utils.sheet_to_json<unknown[]>(sheet, { header: 1 })
  return add(rows.map((cells) => Number(cells[column]).toFixed(decimals)))
}

/** Holds each file in each country against the balance. */
async function compare(said: string): Promise<void> {
  const change = (await readBalance()) - balanceBefore
  for (const locale of locales) {
    assert.equal(await sumTable(locale), change, `a table in ${locale}, after ${said}`)
    assert.equal(await sumWorkbook(locale), change, `a workbook in ${locale}, after ${said}`)
  }
}

/** Money of no order: unmatched, or assigned to a charge. */
const strays: { uuid: string; hash: string; chargeUuid: string | undefined }[] = []

/** What a shop does, each with what there is to do it to. */
const steps = {
  async arrive() {
    const hash = await harness.chain.transfer(dusd(), wallet, 1_234_567n)
    const uuid = await until('the money to be booked', async () => {
      const { data } = await client().listUnmatched({ limit: 100 })
      const { totals } = await client().summarizeBooks()
      const sum = totals.reduce((all, { amount }) => all + add([amount ?? '0']), 0n)
      const isBooked = sum === (await readBalance()) - balanceBefore
      return isBooked ? data.find((one) => one.hash === hash)?.uuid : undefined
    })
    strays.push({ uuid, hash, chargeUuid: undefined })
  },
  async pay() {
    const id = await newCharge(harness)
    const hash = await payFor(harness, id)
    await paymentThatIs(harness, id, hash, 'COMPLETED')
  },
  async assign() {
    const stray = strays.find(({ chargeUuid }) => chargeUuid === undefined)
    if (!stray) return
    stray.chargeUuid = await newCharge(harness)
    await client().assignUnmatched(stray.uuid, { chargeUuid: stray.chargeUuid })
    await paymentThatIs(harness, stray.chargeUuid, stray.hash, 'COMPLETED')
  },
  async undo() {
    const stray = strays.find(({ chargeUuid }) => chargeUuid !== undefined)
    if (!stray) return
    const { uuid, chargeUuid = '' } = stray
    await client().unassignUnmatched(uuid, { chargeUuid })
    stray.chargeUuid = undefined
  },
  async giveBack() {
    const index = strays.findIndex(({ chargeUuid }) => chargeUuid === undefined)
    const [stray] = index < 0 ? [] : strays.splice(index, 1)
    if (!stray) return
    const { uuid, hash } = stray
    const { chargeUuid } = await client().returnUnmatched(uuid, {})
    await paymentThatIs(harness, chargeUuid ?? assert.fail('no charge'), hash, 'COMPLETED')
  },
  async close() {
    const { timestamp } = await harness.chain.client.getBlock()
    const end = new Date((Number(timestamp) + 1) * 1000)
    await until('the time to be over', async () => new Date() > end || undefined)
    await client().closeBooks({ closed_before: end.toISOString() })
  },
} as const

test('each file adds up to the chain in every country, whatever is decided and closed', async () => {
  const names = Object.keys(steps) as (keyof typeof steps)[]
  const anyStep = fc.constantFrom(...names)
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 3, maxLength: 5 }), async (more) => {
      // Each sequence decides about money of a closed time, and of an open one.
      for (const name of ['arrive', 'arrive', 'close', 'assign', ...more] as const)
        await steps[name]()
      await compare(more.join(', '))
    }),
    // What has happened stays: a shorter sequence would begin elsewhere.
    { numRuns: effort, endOnFailure: true },
  )
})
