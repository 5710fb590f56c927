import type { Page } from '@playwright/test'
import { type Hex, parseGwei } from 'viem'
import type { Stage } from '../support/stage.ts'
import type { TestWallet } from '../support/test-wallet.ts'
import { card, expect, lookedAgain, open, payButton } from './fixtures.ts'

/** The screen's title. */
export const title = (page: Page, name: string) => card(page).getByRole('heading', { name })
/** A hash on the screen, in full where it is pointed at. */
export const shown = (page: Page, hash: string | undefined) =>
  card(page).locator(`[title="${hash}"]`)

/** As a wallet speeds up or cancels: another transaction with the nonce of the one that waits, for a higher fee. */
export async function replace(
  stage: Stage,
  payer: TestWallet,
  how: 'faster' | 'cancel',
): Promise<Hex> {
  const { client } = stage.chain
  const [hash] = payer.sent
  const { to, input, nonce } = await client.getTransaction({ hash: hash as Hex })
  const fee = parseGwei('90')
  const call = how === 'faster' ? { to, data: input } : { to: client.account.address }
  const fees = { maxFeePerGas: fee, maxPriorityFeePerGas: fee }
  return client.sendTransaction({ ...call, nonce, gas: 200_000n, ...fees })
}

/** A payment that waits in the pool, where page and service have seen it. */
export async function waiting(page: Page, stage: Stage, charge: { id: string }, payer: TestWallet) {
  await open(page, stage, charge)
  await payButton(page).click()
  await expect(card(page)).toContainText('Waiting for the network')
  const [hash = '0x'] = payer.sent
  await expect
    .poll(async () => (await stage.client.getPaymentStatus(charge.id, hash)).status)
    .toBe('PENDING')
  await lookedAgain(payer)
}
