import { erc20Abi } from 'viem'
import {
  card,
  confirm,
  expect,
  mine,
  newCharge,
  nightly,
  open,
  payButton,
  postpone,
  suffixOf,
  test,
} from './fixtures.ts'

test('an order is priced by the merchant, whatever the page says of its price', async ({
  page,
  stage,
  wallet,
}) => {
  await wallet()
  const order = { sku: 'mug', price: '0.01', charge: { redirect_url: `${stage.shop}/success` } }
  // Before the page opens: the order is created as soon as it does.
  const answer = page.waitForResponse('**/pay/charges*')
  await page.goto(stage.page(`<pay-charge order='${JSON.stringify(order)}'></pay-charge>`))
  await payButton(page).click()
  expect(await (await answer).text()).not.toContain('secret')
  await confirm(page, stage)
  await page.waitForURL('**/success')
})

test('a token whose transfer returns nothing is paid', async ({ page, stage, wallet }) => {
  await wallet()
  const { address: tokenAddress } = stage.chain.token('OUSD')
  const charge = await newCharge(stage, { requestProps: { tokenAddress } })
  const balance = () =>
    stage.chain.client.readContract({
      address: tokenAddress,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [stage.recipient],
    })
  const before = await balance()
  await open(page, stage, charge)
  await payButton(page, '19.99 OUSD').click()
  await confirm(page, stage)
  expect((await balance()) - before).toBe(19_990_000n)
})

test('the chain’s own coin is paid to the wei', async ({ page, stage, wallet }) => {
  await wallet()
  const requestProps = {
    recipientAddress: '0x00000000000000000000000000000000000abcde',
    tokenAddress: '0x0000000000000000000000000000000000000000',
    chainId: '31337',
    tokenType: 'NATIVE' as const,
    tokenAmount: '0.005432100000000001',
  }
  const charge = await newCharge(stage, { requestProps })
  await open(page, stage, charge)
  await payButton(page, '0.005432100000000001 ETH').click()
  await confirm(page, stage)
  const address = requestProps.recipientAddress as `0x${string}`
  expect(await stage.chain.client.getBalance({ address })).toBe(5_432_100_000_000_001n)
})

nightly(
  'a refused transfer moves nothing, and the payer pays after all',
  async ({ page, stage, wallet }) => {
    const payer = await wallet()
    const charge = await newCharge(stage)
    await open(page, stage, charge)
    payer.decide = ({ method }) => (method === 'eth_sendTransaction' ? 'refuse' : 'approve')
    const pay = payButton(page)
    await pay.click()
    await expect(card(page)).toContainText('You declined the request in your wallet')
    expect((await stage.client.getCharge(charge.id)).payments).toEqual([])
    payer.decide = () => 'approve'
    await pay.click()
    await confirm(page, stage)
  },
)

nightly(
  'a wallet on another network is switched; one that does not know it has it added',
  async ({ page, stage, wallet }) => {
    const payer = await wallet({ chainId: 1, knowsChain: false })
    const charge = await newCharge(stage)
    await open(page, stage, charge)
    await payButton(page).click()
    await expect(card(page)).toContainText('Payment sent')
    expect(payer.count('wallet_addEthereumChain')).toBe(1)
    const added = payer.asked.find(({ method }) => method === 'wallet_addEthereumChain')
    expect(added?.params).toMatchObject([{ chainId: '0x7a69', rpcUrls: ['http://127.0.0.1:8545'] }])
    await confirm(page, stage)
  },
)

test('the calldata ends with the charge’s reference, and never tells its uuid; attribution="off" leaves it out, and the payer signs', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  for (const [attribution, ends] of [
    ['on', true],
    ['off', false],
  ] as const) {
    const charge = await newCharge(stage)
    await open(page, stage, charge, `attribution="${attribution}"`)
    const before = payer.sent.length
    await payButton(page).click()
    await expect.poll(() => payer.sent.length).toBe(before + 1)
    const data = payer.transactions.at(-1)?.data ?? ''
    expect(data.endsWith(suffixOf(charge).slice(2))).toBe(ends)
    expect(data).not.toContain(Buffer.from(charge.id).toString('hex'))
    expect(data).not.toContain(charge.id.replaceAll('-', ''))
    if (!ends) await card(page).getByRole('button', { name: 'Sign message' }).click()
    await confirm(page, stage)
    expect(payer.count('personal_sign')).toBe(ends ? 0 : 1)
  }
})

test('cancel goes to cancel_url, unless the page keeps it', async ({ page, stage }) => {
  const charge = await newCharge(stage)
  await open(page, stage, charge, `cancel-url="/cancel"`)
  await page.evaluate(() =>
    document.addEventListener('pay-charge-cancel', (event) => event.preventDefault(), {
      once: true,
    }),
  )
  await card(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(card(page)).toContainText('Nothing was sent from your wallet')
  await card(page).getByRole('button', { name: 'Pay now instead' }).click()
  await card(page).getByRole('button', { name: 'Cancel' }).click()
  await page.waitForURL('**/cancel')
})

test('an address that is not http or https is never gone to', async ({ page, stage }) => {
  const charge = await newCharge(stage, { cancel_url: `${stage.shop}/cancel` })
  await open(page, stage, charge, 'cancel-url="javascript:alert(1)"')
  await card(page).getByRole('button', { name: 'Cancel' }).click()
  // The charge's stands in its place.
  await page.waitForURL('**/cancel')
})

test('the payer may stay on the receipt', async ({ page, stage, wallet }) => {
  await wallet()
  // The page would leave the receipt by itself after twelve times 250 ms.
  await postpone(page.context(), 250)
  const charge = await newCharge(stage)
  await open(page, stage, charge, `success-url="/success"`)
  await payButton(page).click()
  await expect(card(page)).toContainText('Payment sent')
  await page.setViewportSize({ width: 360, height: 740 })
  await mine(stage)
  await expect(card(page).getByRole('button', { name: 'Stay here' })).toBeInViewport({ ratio: 1 })
  await card(page).getByRole('button', { name: 'Stay here' }).click()
  await expect(card(page).getByRole('button', { name: 'Return to the store' })).toBeVisible()
  await card(page).getByRole('button', { name: 'Return to the store' }).click()
  await page.waitForURL('**/success')
})
