import {
  card,
  confirm,
  expect,
  expectPaidOnce,
  mine,
  newCharge,
  open,
  openAnother,
  payButton,
  receipt,
  test,
} from './fixtures.ts'

test('a wallet that sends and never answers is found out without a click', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  const answer = payer.leaveOpen()
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  await payButton(page).click()
  await expect(card(page)).toContainText('Confirm in Test Wallet')
  answer('mute')
  await confirm(page, stage)
  await expectPaidOnce(stage, charge, payer)
})

test('a wallet that sends and says nothing at all from then on: the shop finds the transfer, the page hears of it', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  payer.decide = ({ method }) => {
    if (method !== 'eth_sendTransaction') return 'approve'
    payer.silent = () => true
    return 'mute'
  }
  await payButton(page).click()
  await expect.poll(() => payer.sent.length).toBe(1)
  await card(page).getByRole('button', { name: 'Don’t see a request?' }).click()
  await mine(stage)
  await expect(receipt(page)).toBeVisible()
  await expectPaidOnce(stage, charge, payer)
})

test('a wallet that sends and fails to answer is believed only after a look at the chain', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  payer.decide = async ({ method }) => {
    if (method !== 'eth_sendTransaction') return 'approve'
    // It broadcasts, and then breaks.
    for (const { to, data } of payer.transactions) await stage.chain.send(to, data)
    return { code: -32603, message: 'Internal error' }
  }
  await payButton(page).click()
  await confirm(page, stage)
  await expectPaidOnce(stage, charge, payer)
})

test('the page is opened again with the wallet locked: what was sent is found through the shop', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  payer.decide = ({ method }) => (method === 'eth_sendTransaction' ? 'mute' : 'approve')
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  await payButton(page).click()
  await expect.poll(() => payer.sent.length).toBe(1)
  await page.close()
  payer.disconnect()
  const again = await openAnother(page, stage, charge)
  await mine(stage)
  await expect(receipt(again)).toBeVisible()
  await expectPaidOnce(stage, charge, payer)
})

test('a question that is answered after the payer gave it up is followed all the same, and nothing is sent twice', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  const answer = payer.leaveOpen()
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  await payButton(page).click()
  await expect(card(page)).toContainText('Confirm in Test Wallet')
  await card(page).getByRole('button', { name: 'Don’t see a request?' }).click()
  await expect(card(page)).toContainText('No payment found yet')
  await card(page).getByRole('button', { name: 'I didn’t approve it – pay again' }).click()
  await expect(payButton(page)).toBeVisible()
  answer('approve')
  await confirm(page, stage)
  await expectPaidOnce(stage, charge, payer)
})
