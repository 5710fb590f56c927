import { parseGwei } from 'viem'
import { byHand, card, expect, lookedAgain, mine, newCharge, nightly, rpc } from './fixtures.ts'
import { element, pay, shoot } from './shoot.ts'

// The screens of a payment that does not go as it should.

nightly('another tab pays', async ({ page, context, stage, wallet }) => {
  const payer = await wallet()
  const answer = payer.leaveOpen()
  const url = stage.page(element((await newCharge(stage)).id))
  await page.goto(url)
  await pay(page)
  await expect(card(page)).toContainText('Confirm in Test Wallet')
  const other = await context.newPage()
  await other.goto(url)
  await expect(card(other)).toContainText('You’re paying in another tab')
  await shoot(other, 'otherTab')
  await page.route('**/payments', (route) => route.abort())
  answer('approve')
  await expect(card(other)).toContainText('Sent from your wallet')
  await shoot(other, 'elsewhere-sent')
  await page.unroute('**/payments')
  await expect(card(other)).toContainText('1 of 2 confirmations')
  await shoot(other, 'elsewhere-confirming')
})

nightly('nothing can be kept', async ({ page, stage, wallet }) => {
  await wallet()
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
  })
  await page.goto(stage.page(element((await newCharge(stage)).id)))
  await pay(page)
  await expect(card(page)).toContainText('browser is blocking storage')
  await shoot(page, 'storageBlocked')
})

nightly('reported in another browser', async ({ page, stage, wallet }) => {
  await wallet()
  const charge = await newCharge(stage)
  const { address: tokenAddress } = stage.chain.token('DUSD')
  await stage.client.addPayment(charge.id, {
    hash: `0x${'3f'.repeat(32)}`,
    chainId: '31337',
    tokenAddress,
  })
  await page.goto(stage.page(element(charge.id)))
  await expect(card(page)).toContainText('A payment for this was reported 1 minute ago.')
  await shoot(page, 'waitingPayment')
})

nightly('a note that cannot be read', async ({ page, stage, wallet }) => {
  await wallet()
  const charge = await newCharge(stage)
  await page.goto(`${stage.shop}/success`)
  await page.evaluate((id) => localStorage.setItem(`pay-charge:${id}`, '{'), charge.id)
  await page.goto(stage.page(element(charge.id)))
  await expect(card(page)).toContainText('Ask the store before you pay again')
  await shoot(page, 'ready-unreadable')
  await pay(page)
  await expect(card(page)).toContainText('You may have already paid')
  await shoot(page, 'unsafe-unreadable')
})

nightly('taken back by the network, and lost', async ({ page, stage, wallet }) => {
  const payer = await wallet()
  await page.clock.install()
  await page.goto(stage.page(element((await newCharge(stage)).id)))
  await pay(page)
  await expect(card(page)).toContainText('1 of 2 confirmations')
  const raw = await rpc(stage, 'eth_getRawTransactionByHash', payer.sent[0])
  await rpc(stage, 'anvil_reorg', 1, [])
  await stage.chain.setTime(Date.now())
  await lookedAgain(payer)
  await page.clock.fastForward('01:01')
  await expect(card(page)).toContainText('Your payment may not go through')
  await shoot(page, 'dropped')
  await byHand(stage, async () => {
    await rpc(stage, 'eth_sendRawTransaction', raw)
    await expect(card(page)).toContainText('Waiting for the network')
    await mine(stage, 1)
    await expect(card(page)).toContainText('1 of 2 confirmations')
    await rpc(stage, 'anvil_reorg', 1, [])
    await stage.chain.setTime(Date.now())
    await rpc(stage, 'eth_sendRawTransaction', raw)
    await expect(card(page)).toContainText('The network is confirming your payment again')
    await shoot(page, 'confirming-lost')
  })
})

nightly('cancelled in the wallet', async ({ page, stage, wallet }) => {
  const payer = await wallet()
  const { client } = stage.chain
  await page.goto(stage.page(element((await newCharge(stage)).id)))
  await byHand(stage, async () => {
    await pay(page)
    await expect(card(page)).toContainText('Waiting for the network')
    await shoot(page, 'confirming-waiting')
    await lookedAgain(payer)
    const { nonce } = await client.getTransaction({ hash: payer.sent[0] as `0x${string}` })
    const fee = parseGwei('90')
    const fees = { maxFeePerGas: fee, maxPriorityFeePerGas: fee }
    await client.sendTransaction({ to: client.account.address, nonce, gas: 21_000n, ...fees })
    await mine(stage)
    await expect(card(page)).toContainText('Canceled in your wallet')
    await shoot(page, 'void-cancelled')
  })
})

nightly('reverted, and refused by the shop', async ({ page, stage, wallet }) => {
  const payer = await wallet()
  payer.edit = (transaction) => ({ ...transaction, gas: '0x7530' })
  await page.goto(stage.page(element((await newCharge(stage)).id)))
  await pay(page)
  await expect(card(page)).toContainText('1 of 2 confirmations')
  await mine(stage)
  await expect(card(page)).toContainText('Your payment failed')
  await shoot(page, 'void-reverted')
  // The wallet sends something else than it was asked for.
  payer.edit = (transaction) => ({ ...transaction, to: payer.address as `0x${string}` })
  await page.goto(stage.page(element((await newCharge(stage)).id)))
  await pay(page)
  await expect(card(page)).toContainText('1 of 2 confirmations')
  await mine(stage)
  await expect(card(page)).toContainText('The store couldn’t accept this payment')
  await shoot(page, 'void-refused')
})

nightly(
  'the shop or its charge is gone, and a payment was made',
  async ({ page, stage, wallet }) => {
    await wallet()
    const url = stage.page(element((await newCharge(stage)).id))
    await page.goto(url)
    const gone = {
      status: 404,
      json: { error: { type: 'not_found', message: 'Charge not found.' } },
    }
    await page.route('**/payments', (route) => route.fulfill(gone))
    await pay(page)
    await expect(card(page)).toContainText('can’t find this order')
    await shoot(page, 'failed-receipt')
    await page.route('**/pay/**', (route) => route.fulfill(gone))
    await page.goto(url)
    await expect(card(page)).toContainText('can’t find this order')
    await shoot(page, 'unavailable-receipt')
    await page.unroute('**/pay/**')
    await page.route('**/pay/**', (route) => route.abort())
    await page.goto(url)
    await expect(card(page)).toContainText('You don’t need to pay again')
    await shoot(page, 'offline-receipt')
  },
)
