import { encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { demoAccount } from '../../../demo/chain/accounts.ts'
import {
  card,
  confirm,
  expect,
  expectPaidOnce,
  insist,
  mine,
  newCharge,
  open,
  payButton,
  receipt,
  test,
} from '../../e2e/fixtures.ts'
import type { Stage } from '../../support/stage.ts'

// What strangers do to a charge, which they may know of: they post hashes, and send as much as it costs.

const stranger = demoAccount(6)

/** Reports a hash for a charge, as anybody can. */
async function report(stage: Stage, charge: { id: string }, hash: string) {
  const response = await fetch(`${stage.shop}/pay/charges/${charge.id}/payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      hash,
      chainId: '31337',
      tokenAddress: stage.chain.dusd,
    }),
  })
  return response.status
}

/** Somebody sends dollars to the shop, and says nothing of what for. */
async function sendUnnamed(stage: Stage, amount: bigint): Promise<Hex> {
  const { address } = stage.chain.token('DUSD')
  await stage.chain.transfer(address, stranger.address, amount)
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [stage.recipient, amount],
  })
  return await stage.chain.client.sendTransaction({ account: stranger, to: address, data })
}

test('false hashes that a stranger posts warn once, whatever else he posts, and the payer pays', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  const charge = await newCharge(stage)
  const post = () => report(stage, charge, `0x${crypto.randomUUID().replaceAll('-', '').repeat(2)}`)
  expect(await post()).toBe(201)
  await open(page, stage, charge)
  await insist(page, 'Pay anyway')
  await expect(payButton(page)).toBeVisible()
  expect(await post()).toBe(201)
  await payButton(page).click()
  await expect(card(page)).toContainText('Payment sent')
  expect(await post()).toBe(201)
  await mine(stage)
  await expect(receipt(page)).toBeVisible()
  await expectPaidOnce(stage, charge, payer)
})

test('a false hash stops nobody who looks for his own payment', async ({ page, stage, wallet }) => {
  const payer = await wallet()
  payer.decide = ({ method }) => (method === 'eth_sendTransaction' ? 'hang' : 'approve')
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  await payButton(page).click()
  await expect.poll(() => payer.count('eth_sendTransaction')).toBe(1)
  expect(await report(stage, charge, `0x${'cd'.repeat(32)}`)).toBe(201)
  await page.reload()
  await expect(card(page)).toContainText('No payment found yet')
  await expect(card(page)).not.toContainText('Payment sent')
  payer.decide = () => 'approve'
  await card(page).getByRole('button', { name: 'I didn’t approve it – pay again' }).click()
  await payButton(page).click()
  // The hash may be that of another browser of his. It takes one more click.
  await insist(page, 'Pay anyway')
  await payButton(page).click()
  await confirm(page, stage)
  expect((await stage.client.getCharge(charge.id)).payments).toHaveLength(1)
})

test('a stranger’s transfer of the same price, posted for the charge, is neither its payment nor its end', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  await expect(payButton(page)).toBeVisible()
  const hash = await sendUnnamed(stage, 19_990_000n)
  expect(await report(stage, charge, hash)).toBe(201)
  await mine(stage)
  const unmatched = async () => {
    const { data } = await stage.client.listUnmatched()
    return data.some((one) => one.hash === hash)
  }
  await expect.poll(unmatched).toBe(true)
  await page.reload()
  await payButton(page).click()
  await confirm(page, stage)
  await expectPaidOnce(stage, charge, payer)
})

test('who pays by a code with the page closed is credited, and a stranger’s charge of the same price gets nothing', async ({
  page,
  stage,
}) => {
  const [charge, theirs] = [await newCharge(stage), await newCharge(stage)]
  await open(page, stage, charge)
  const reserved = page.waitForResponse((response) => response.url().includes('reserve'))
  await card(page).getByRole('button', { name: 'Pay by QR code or address' }).click()
  await reserved
  await expect(card(page)).toContainText('Send this exact amount')
  const copy = card(page).getByRole('button', { name: /^Copy 19\.99\d+ DUSD/ })
  const [, units = ''] =
    /Copy ([\d.]+) DUSD/.exec((await copy.getAttribute('aria-label')) ?? '') ?? []
  await page.close()
  const amount = BigInt(Math.round(Number(units) * 1e6))
  expect(amount).toBeGreaterThan(19_990_000n)
  expect(amount).toBeLessThanOrEqual(20_000_000n)
  // Reservations count for blocks that come after them.
  await mine(stage, 1)
  const hash = await sendUnnamed(stage, amount)
  // 409 where the service has credited it before the stranger's report came.
  expect([201, 409]).toContain(await report(stage, theirs, hash))
  await mine(stage)
  const status = async () => (await stage.client.getCharge(charge.id)).status
  await expect.poll(status).toBe('COMPLETED')
  expect((await stage.client.getCharge(charge.id)).payments).toMatchObject([
    { status: 'COMPLETED', payerTransactionHash: hash },
  ])
  expect((await stage.client.getCharge(theirs.id)).payments).toEqual([])
})
