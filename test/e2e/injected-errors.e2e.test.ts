import type { Verdict } from '../support/test-wallet.ts'
import {
  card,
  confirm,
  everyRun,
  expect,
  expectPaidOnce,
  newCharge,
  nightly,
  open,
  payButton,
  test,
  transfersOf,
} from './fixtures.ts'

// Every way in which a wallet of this browser says no, or says nothing that can be understood.

const busy: Verdict = { code: -32002, message: 'Request already pending.' }
const connecting = ['eth_requestAccounts', 'wallet_requestPermissions']

test('a refused connection is said, and the wallet can be chosen again', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  payer.decide = () => 'refuse'
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  await payButton(page).click()
  await expect(card(page)).toContainText('You declined the request in your wallet')
  payer.decide = () => 'approve'
  await card(page).getByRole('button', { name: 'Test Wallet' }).click()
  await confirm(page, stage)
  await expectPaidOnce(stage, charge, payer)
})

test('a connection that fails without a code says what the wallet says', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  payer.decide = () => ({ message: 'The extension context was invalidated.' })
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  await payButton(page).click()
  await expect(card(page)).toContainText('Choose your wallet')
  await expect(card(page)).toContainText('The extension context was invalidated.')
  payer.decide = () => 'approve'
  await card(page).getByRole('button', { name: 'Test Wallet' }).click()
  await confirm(page, stage)
  await expectPaidOnce(stage, charge, payer)
})

test('a question for the connection is open already: it says so, and goes on when that is answered', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  payer.decide = () => 'hang'
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  await payButton(page).click()
  await expect(card(page)).toContainText('Connect in Test Wallet')
  await page.reload()
  // The question outlives the page that asked it; a second one is not taken.
  payer.decide = ({ method }) => (connecting.includes(method) ? busy : 'approve')
  await payButton(page).click()
  await expect(card(page)).toContainText('Your wallet already has an open request')
  await payer.grant()
  await confirm(page, stage)
  await expectPaidOnce(stage, charge, payer)
})

test('a refused change of network is said, and can be asked again', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet({ chainId: 1 })
  payer.decide = ({ method }) => (method === 'wallet_switchEthereumChain' ? 'refuse' : 'approve')
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  await payButton(page).click()
  await expect(card(page)).toContainText('You declined the network change')
  expect(payer.count('eth_sendTransaction')).toBe(0)
  payer.decide = () => 'approve'
  await card(page).getByRole('button', { name: 'Switch network' }).click()
  await confirm(page, stage)
  await expectPaidOnce(stage, charge, payer)
})

test('a network that the wallet does not know (4902) is added; refused, it can be asked again', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet({ chainId: 1, knowsChain: false })
  payer.decide = ({ method }) => (method === 'wallet_addEthereumChain' ? 'refuse' : 'approve')
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  await payButton(page).click()
  await expect(card(page)).toContainText('You declined the network change')
  payer.decide = () => 'approve'
  await card(page).getByRole('button', { name: 'Switch network' }).click()
  await confirm(page, stage)
  expect(payer.count('wallet_addEthereumChain')).toBe(2)
  await expectPaidOnce(stage, charge, payer)
})

nightly(
  'a question for the network is open already: it says so, and goes on when that is answered',
  async ({ page, stage, wallet }) => {
    const payer = await wallet({ chainId: 1 })
    payer.decide = ({ method }) => (method === 'wallet_switchEthereumChain' ? busy : 'approve')
    const charge = await newCharge(stage)
    await open(page, stage, charge)
    await payButton(page).click()
    await expect(card(page)).toContainText('Your wallet already has an open request')
    await payer.changeChain(31_337)
    await confirm(page, stage)
    await expectPaidOnce(stage, charge, payer)
  },
)

nightly(
  'a change of network that fails without a code says so, and what to do',
  async ({ page, stage, wallet }) => {
    const payer = await wallet({ chainId: 1 })
    const failure: Verdict = { message: 'Networks cannot be changed here.' }
    payer.decide = ({ method }) => (method === 'wallet_switchEthereumChain' ? failure : 'approve')
    const charge = await newCharge(stage)
    await open(page, stage, charge)
    await payButton(page).click()
    await expect(card(page)).toContainText('Your wallet couldn’t switch to Localhost')
    await expect(card(page)).toContainText('Switch in your wallet, or use another one.')
    await payer.changeChain(31_337)
    await confirm(page, stage)
    await expectPaidOnce(stage, charge, payer)
  },
)

test('a refused transfer moves nothing, and is asked once more when the payer says so', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  payer.decide = ({ method }) => (method === 'eth_sendTransaction' ? 'refuse' : 'approve')
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  await payButton(page).click()
  await expect(card(page)).toContainText('You declined the request in your wallet')
  expect(await transfersOf(stage, charge)).toEqual([])
  payer.decide = () => 'approve'
  await payButton(page).click()
  await confirm(page, stage)
  expect(payer.count('eth_sendTransaction')).toBe(2)
  expect(await transfersOf(stage, charge)).toHaveLength(1)
})

for (const [what, failure] of [
  ['for which a question is open already', busy],
  ['that fails without a code', { message: 'Something went wrong.' }],
] as const) {
  everyRun(failure === busy)(
    `a transfer ${what}: sent after all, it is found`,
    async ({ page, stage, wallet }) => {
      const payer = await wallet()
      payer.decide = ({ method }) => (method === 'eth_sendTransaction' ? failure : 'approve')
      const charge = await newCharge(stage)
      await open(page, stage, charge)
      await payButton(page).click()
      await expect(card(page)).toContainText('Looking for your payment')
      await expect(card(page)).toContainText('Don’t pay again yet')
      await payer.sendAfterAll()
      await confirm(page, stage)
      await expectPaidOnce(stage, charge, payer)
    },
  )

  everyRun(failure !== busy)(
    `a transfer ${what}: not sent, it is paid again by the payer's word only`,
    async ({ page, stage, wallet }) => {
      const payer = await wallet()
      payer.decide = ({ method }) => (method === 'eth_sendTransaction' ? failure : 'approve')
      const charge = await newCharge(stage)
      await open(page, stage, charge)
      await payButton(page).click()
      await expect(card(page)).toContainText('No payment found yet')
      await expect(payButton(page)).toHaveCount(0)
      payer.decide = () => 'approve'
      await card(page).getByRole('button', { name: 'I didn’t approve it – pay again' }).click()
      await payButton(page).click()
      await confirm(page, stage)
      expect(payer.count('eth_sendTransaction')).toBe(2)
      expect(await transfersOf(stage, charge)).toHaveLength(1)
    },
  )
}

test('a transfer for which a question is open already tells the payer to answer it', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  payer.decide = ({ method }) => (method === 'eth_sendTransaction' ? busy : 'approve')
  await open(page, stage, await newCharge(stage))
  await payButton(page).click()
  // Not for a moment only: also when the chain has been read.
  await expect(card(page)).toContainText('No payment found yet')
  await expect(card(page)).toContainText('Your wallet already has an open request')
})
