import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unpaidLinkChargeLifeMs } from '../../../src/service/watcher/housekeeping.ts'
import { letPass } from '../../support/aging.ts'
import { clientOf, provideHarness } from '../../support/harness.ts'
import { anyHash, newCharge, payFor, report } from '../../support/paying.ts'
import { until } from '../../support/wait.ts'
import { countCharges, newLink, openCharge, postForm } from './links.ts'

const harness = provideHarness({ RATE_LIMIT_LINKS: '6', TRUSTED_PROXIES: '1' })

const from = (address: string) => ({ 'x-forwarded-for': address })

test('one address opens only so many charges a minute, and hears it on a page; others go on', async () => {
  const link = await newLink(harness)
  const statuses: number[] = []
  for (let count = 0; count < 8; count += 1)
    statuses.push((await postForm(link, {}, from('192.0.2.1'))).status)
  assert.deepEqual(statuses, [303, 303, 303, 303, 303, 303, 429, 429])
  const refused = await postForm(link, {}, from('192.0.2.1'))
  assert.match(await refused.text(), /Too many people are paying right now/)
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  assert.equal((await fetch(link.url, { headers: from('192.0.2.1') })).status, 200)
  assert.equal((await postForm(link, {}, from('192.0.2.2'))).status, 303)
  assert.equal(await countCharges(harness, link), 7)
})

test('what was opened and never paid is deleted a week after it expired; what has money or a report stays', async () => {
  const link = await newLink(harness)
  let customers = 0
  const open = () => {
    customers += 1
    return openCharge(link, undefined, from(`198.51.100.${customers}`))
  }
  const [unpaid, paid, reported, late, own] = [
    await open(),
    await open(),
    await open(),
    await open(),
    await newCharge(harness),
  ]
  await payFor(harness, paid)
  await report(harness, reported, anyHash())
  const statusOf = async (id: string) => (await clientOf(harness).getCharge(id)).status
  await until('the payment', async () => (await statusOf(paid)) === 'COMPLETED' || undefined)
  await clientOf(harness).cancelCharge(own)
  const expired = [reported, late, unpaid]
  for (const id of expired) await letPass(harness, id, 60)
  for (const id of expired)
    await until('the expiry', async () => (await statusOf(id)) === 'EXPIRED' || undefined)
  await payFor(harness, late, 1_000_000n)
  await until('the late money', async () => {
    const { payment_status: status } = await clientOf(harness).getCharge(late)
    return status === 'part_paid' || undefined
  })
  const week = unpaidLinkChargeLifeMs / 60_000
  for (const id of [paid, own, ...expired]) await letPass(harness, id, week)
  // The service does so when it starts, and every hour.
  await until('the deletion', async () => {
    const { data } = await clientOf(harness).listCharges({ limit: 100 })
    return data.every(({ id }) => id !== unpaid) || undefined
  })
  await assert.rejects(clientOf(harness).getCharge(unpaid), { code: 'not_found' })
  for (const id of [paid, reported, late, own])
    assert.equal((await clientOf(harness).getCharge(id)).id, id)
  const { data, pagination } = await clientOf(harness).listCharges({ limit: 100 })
  assert.equal(data.length, pagination.total)
  const kept = data.filter(({ payment_link: id }) => id === link.id).map(({ id }) => id)
  assert.deepEqual(kept.sort(), [paid, reported, late].sort())
})
