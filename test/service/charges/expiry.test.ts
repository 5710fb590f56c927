import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { computeReference } from '../../../src/service/domain/charges/reference.ts'
import { until } from '../../support/wait.ts'
import { type Harness, judged, startHarness, wallet } from '../harness.ts'
import { newCharge, paymentThatIs, report, suffixOf, timelines } from '../paying.ts'

/** Long enough to pay a charge before, on a slow machine too. */
const hours = 0.006
const dollars = 5_000_000n
const part = 1_000_000n

let harness: Harness
before(async () => {
  harness = await startHarness({ CHARGE_EXPIRY_HOURS: `${hours}` })
})
after(() => harness.end())

const expired = (id: string) =>
  until(`${id} to expire`, () =>
    harness.service.log.find((one) => one.msg === 'expired' && one.charge === computeReference(id)),
  )

test('a charge expires when its time is over; money that comes after is recorded all the same', async () => {
  const { chain } = harness
  const { address } = chain.token('DUSD')
  const [nobody, short, late, lateShort, found] = await Promise.all(
    Array.from({ length: 5 }, () => newCharge(harness)),
  ).then((ids) => ids as [string, string, string, string, string])
  const created = Date.now()

  const first = await chain.transfer(address, wallet, part, suffixOf(short))
  await paymentThatIs(harness, short, first, 'COMPLETED')
  for (const id of [nobody, short, late, lateShort, found]) await expired(id)

  // The chain counts whole seconds.
  await sleep(Math.max(0, created + hours * 3_600_000 + 2000 - Date.now()))
  await chain.setTime(Date.now())
  const hash = await chain.transfer(address, wallet, dollars, suffixOf(late))
  await report(harness, late, hash)
  assert.equal((await judged(harness, late, hash)).payment.reason, 'DELAYED')
  const partHash = await chain.transfer(address, wallet, part, suffixOf(lateShort))
  await report(harness, lateShort, partHash)
  assert.equal((await judged(harness, lateShort, partHash)).payment.status, 'COMPLETED')
  const unreported = await chain.transfer(address, wallet, dollars, suffixOf(found))
  await paymentThatIs(harness, found, unreported, 'COMPLETED')

  assert.deepEqual(await timelines(harness, [nobody, short, late, lateShort, found]), [
    ['EXPIRED'],
    ['PENDING', 'PENDING UNDERPAID', 'EXPIRED UNDERPAID'],
    ['EXPIRED', 'COMPLETED DELAYED'],
    ['EXPIRED', 'EXPIRED UNDERPAID'],
    ['EXPIRED', 'COMPLETED DELAYED'],
  ])
})
