import { erc20Abi } from 'viem'
import { card, confirm, expect, newCharge, open, payButton, test } from './fixtures.ts'

test('a charge is paid by exactly its price, recorded and confirmed', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  const { address, decimals } = stage.chain.token('DUSD')
  const balance = () =>
    stage.chain.client.readContract({
      address,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [stage.recipient],
    })
  const before = await balance()
  const charge = await newCharge(stage)
  await open(page, stage, charge, `success-url="/success"`)
  await expect(card(page)).toContainText('$19.99')
  await payButton(page).click()
  await expect(card(page)).toContainText('Payment sent')
  await confirm(page, stage)
  expect((await balance()) - before).toBe(19_990_000n)
  expect(decimals).toBe(6)
  expect(payer.count('eth_sendTransaction')).toBe(1)
  const { payments } = await stage.client.getCharge(charge.id)
  expect(payments).toMatchObject([{ status: 'COMPLETED', paidAmountInRequestedToken: '19.99' }])
  await page.waitForURL('**/success')
})
