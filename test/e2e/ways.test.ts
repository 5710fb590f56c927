import { erc20Abi } from 'viem'
import { card, expect, mine, newCharge, test } from './fixtures.ts'

const paid = 'Thank you. The payment is confirmed.'

test('an order is priced by the merchant, whatever the page says of its price', async ({
  page,
  stage,
  wallet,
}) => {
  await wallet()
  const order = { sku: 'mug', price: '0.01', charge: { redirect_url: `${stage.shop}/success` } }
  await page.goto(stage.page(`<pay-charge order='${JSON.stringify(order)}'></pay-charge>`))
  const answer = page.waitForResponse('**/pay/charges')
  await card(page).getByRole('button', { name: 'Pay 19.99 DUSD' }).click()
  expect(await (await answer).text()).not.toContain('secret')
  await expect(card(page)).toContainText('Payment sent')
  await mine(stage)
  await expect(card(page)).toContainText(paid)
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
  await page.goto(stage.page(`<pay-charge charge-id="${charge.id}"></pay-charge>`))
  await card(page).getByRole('button', { name: 'Pay 19.99 OUSD' }).click()
  await expect(card(page)).toContainText('Payment sent')
  await mine(stage)
  await expect(card(page)).toContainText(paid)
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
  await page.goto(stage.page(`<pay-charge charge-id="${charge.id}"></pay-charge>`))
  await card(page).getByRole('button', { name: 'Pay 0.005432100000000001 ETH' }).click()
  await expect(card(page)).toContainText('Payment sent')
  await mine(stage)
  await expect(card(page)).toContainText(paid)
  const address = requestProps.recipientAddress as `0x${string}`
  expect(await stage.chain.client.getBalance({ address })).toBe(5_432_100_000_000_001n)
})

test('a refused transfer moves nothing, and the payer pays after all', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  const charge = await newCharge(stage)
  await page.goto(stage.page(`<pay-charge charge-id="${charge.id}"></pay-charge>`))
  payer.decide = ({ method }) => (method === 'eth_sendTransaction' ? 'refuse' : 'approve')
  const pay = card(page).getByRole('button', { name: 'Pay 19.99 DUSD' })
  await pay.click()
  await expect(card(page)).toContainText('You declined it in your wallet')
  expect((await stage.client.getCharge(charge.id)).payments).toEqual([])
  payer.decide = () => 'approve'
  await pay.click()
  await expect(card(page)).toContainText('Payment sent')
  await mine(stage)
  await expect(card(page)).toContainText(paid)
})

test('a wallet on another network is switched; one that does not know it has it added', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet({ chainId: 1, knowsChain: false })
  const charge = await newCharge(stage)
  await page.goto(stage.page(`<pay-charge charge-id="${charge.id}"></pay-charge>`))
  await card(page).getByRole('button', { name: 'Pay 19.99 DUSD' }).click()
  await expect(card(page)).toContainText('Payment sent')
  expect(payer.count('wallet_addEthereumChain')).toBe(1)
  const added = payer.asked.find(({ method }) => method === 'wallet_addEthereumChain')
  expect(added?.params).toMatchObject([{ chainId: '0x7a69', rpcUrls: ['http://127.0.0.1:8545'] }])
  await mine(stage)
  await expect(card(page)).toContainText(paid)
})

test('the calldata ends with the charge’s uuid; attribution="off" leaves it out', async ({
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
    await page.goto(
      stage.page(`<pay-charge charge-id="${charge.id}" attribution="${attribution}"></pay-charge>`),
    )
    await card(page).getByRole('button', { name: 'Pay 19.99 DUSD' }).click()
    await expect(card(page)).toContainText('Payment sent')
    const data = payer.transactions.at(-1)?.data ?? ''
    const uuid = Buffer.from(charge.id).toString('hex')
    expect(data.endsWith(`${uuid}240080218021802180218021802180218021`)).toBe(ends)
    await mine(stage)
    await expect(card(page)).toContainText(paid)
  }
})

test('cancel goes to cancel_url, unless the page keeps it', async ({ page, stage }) => {
  const charge = await newCharge(stage)
  await page.goto(
    stage.page(`<pay-charge charge-id="${charge.id}" cancel-url="/cancel"></pay-charge>`),
  )
  await page.evaluate(() =>
    document.addEventListener('pay-charge-cancel', (event) => event.preventDefault(), {
      once: true,
    }),
  )
  await card(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(card(page)).toContainText('Nothing was sent from your wallet')
  await card(page).getByRole('button', { name: 'Pay after all' }).click()
  await card(page).getByRole('button', { name: 'Cancel' }).click()
  await page.waitForURL('**/cancel')
})

test('an address that is not http or https is never gone to', async ({ page, stage }) => {
  const charge = await newCharge(stage)
  for (const attribute of ['success-url', 'cancel-url']) {
    await page.goto(
      stage.page(
        `<pay-charge charge-id="${charge.id}" ${attribute}="javascript:alert(1)"></pay-charge>`,
      ),
    )
    await expect(card(page)).toContainText(`${attribute} must be an http or https URL`)
  }
})

test('the payer may stay on the receipt', async ({ page, stage, wallet }) => {
  await wallet()
  const charge = await newCharge(stage)
  await page.goto(
    stage.page(`<pay-charge charge-id="${charge.id}" success-url="/success"></pay-charge>`),
  )
  await card(page).getByRole('button', { name: 'Pay 19.99 DUSD' }).click()
  await expect(card(page)).toContainText('Payment sent')
  await mine(stage)
  await card(page).getByRole('button', { name: 'Stay here' }).click()
  await expect(card(page).getByRole('button', { name: 'Return to the shop' })).toBeVisible()
  await card(page).getByRole('button', { name: 'Return to the shop' }).click()
  await page.waitForURL('**/success')
})
