import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeReference } from '../../../src/service/kernel/reference.ts'
import { execute } from '../../support/aging.ts'
import { judged, provideHarness, wallet } from '../../support/harness.ts'
import { newCharge, paymentThatIs, report, suffixOf, timelines } from '../../support/paying.ts'
import { until } from '../../support/wait.ts'

const dollars = 5_000_000n
const part = 1_000_000n

const harness = provideHarness()

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

  const first = await chain.transfer(address, wallet, part, suffixOf(short))
  await paymentThatIs(harness, short, first, 'COMPLETED')
  // Their time is over as of now, however long that has taken.
  await harness.restart({}, () => execute(harness, 'update charges set expires_at = now()'))
  for (const id of [nobody, short, late, lateShort, found]) await expired(id)

  // The chain counts whole seconds: what is sent from here on comes after that time.
  await chain.setTime(Date.now() + 2000)
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
