import { card, confirm, expect, mine, newCharge, open, payButton, test } from './fixtures.ts'

test('a page that is reloaded before the hash was recorded records it, and sends nothing again', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  await page.route('**/payments', (route) => route.abort())
  await payButton(page).click()
  await expect(card(page)).toContainText('cannot be reached right now')
  await page.unroute('**/payments')
  await page.reload()
  await confirm(page, stage)
  expect(payer.count('eth_sendTransaction')).toBe(1)
  expect((await stage.client.getCharge(charge.id)).payments).toHaveLength(1)
})

test('an order that is reloaded in mid-payment goes on with its charge', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  await page.goto(stage.page(`<pay-charge order='{"sku":"mug"}'></pay-charge>`))
  await page.route('**/payments', (route) => route.abort())
  await payButton(page).click()
  await expect(card(page)).toContainText('cannot be reached right now')
  await page.unroute('**/payments')
  await page.reload()
  await confirm(page, stage)
  expect(payer.count('eth_sendTransaction')).toBe(1)
})

test('a wallet that sends and fails to answer is believed only after a look at the chain', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  payer.decide = ({ method }) => {
    if (method !== 'eth_sendTransaction') return 'approve'
    // It broadcasts, and then breaks.
    for (const { to, data } of payer.transactions) void stage.chain.send(to, data)
    return { code: -32603, message: 'Internal error' }
  }
  await payButton(page).click()
  await confirm(page, stage)
  expect(payer.count('eth_sendTransaction')).toBe(1)
})

test('a hash that pays another charge is refused with a text that says so', async ({
  page,
  stage,
  wallet,
}) => {
  await wallet()
  const { address: tokenAddress } = stage.chain.token('DUSD')
  const [first, second] = [await newCharge(stage), await newCharge(stage)]
  await open(page, stage, first)
  const submitted = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        document.addEventListener('pay-charge-submit', (event) =>
          resolve((event as unknown as { hash: string }).hash),
        )
      }),
  )
  await payButton(page).click()
  const hash = await submitted
  await confirm(page, stage)
  const claim = stage.client.addPayment(second.id, { hash, chainId: '31337', tokenAddress })
  await expect(claim).rejects.toMatchObject({ code: 'conflict', status: 409 })
})

test('the service is killed in the middle and comes back: the payment is confirmed', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  payer.decide = () => 'approve'
  await expect(card(page)).toContainText('$19.99')
  await stage.stopService()
  await payButton(page).click()
  await expect(card(page)).toContainText('cannot be reached right now')
  await stage.restartService()
  await expect(card(page)).toContainText('confirmations')
  await stage.restartService()
  await confirm(page, stage)
  expect(payer.count('eth_sendTransaction')).toBe(1)
  expect((await stage.client.getCharge(charge.id)).payments).toMatchObject([
    { status: 'COMPLETED' },
  ])
})

test('while one tab pays, another tab of the same charge cannot', async ({
  page,
  stage,
  wallet,
  context,
}) => {
  const payer = await wallet()
  payer.decide = ({ method }) => (method === 'eth_sendTransaction' ? 'hang' : 'approve')
  const charge = await newCharge(stage)
  const url = stage.page(`<pay-charge charge-id="${charge.id}"></pay-charge>`)
  const other = await context.newPage()
  await payer.install(other)
  await other.goto(url)
  await expect(card(other)).toContainText('$19.99')
  await page.goto(url)
  await payButton(page).click()
  await expect(card(page)).toContainText('Confirm in Test Wallet')
  await payButton(other).click()
  await expect(card(other)).toContainText('Looking for your payment')
  expect(payer.count('eth_sendTransaction')).toBe(1)
})

test('a transfer that the chain reverts leaves the charge payable, and says why', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  payer.decide = ({ method }) => (method === 'eth_sendTransaction' ? 'hang' : 'approve')
  await payButton(page).click()
  await expect(card(page)).toContainText('Confirm in Test Wallet')
  await expect.poll(() => payer.transactions.length).toBe(1)
  const [request] = payer.transactions
  // The wallet sends it with too little gas: mined, and reverted.
  const { to, data } = request as NonNullable<typeof request>
  const hash = await stage.chain.send(to, data, 0n, 30_000n)
  await stage.client.addPayment(charge.id, { hash, chainId: '31337', tokenAddress: to })
  await mine(stage)
  await expect
    .poll(async () => (await stage.client.getCharge(charge.id)).payments[0]?.status)
    .toBe('FAILED')
  await page.reload()
  await expect(card(page)).toContainText('Looking for your payment')
  await expect(card(page)).toContainText('has used this payment’s number for something else')
  payer.decide = () => 'approve'
  await card(page).getByRole('button', { name: 'Pay now' }).click()
  await payButton(page).click()
  await confirm(page, stage)
})
