import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { equal } from '../element/support/assert.ts'
import { afterEach, test } from '../element/support/bdd.ts'
import { closePages, openPage } from './support/page.ts'
import { mine, newCharge, newPayer, onChain, paymentsOf } from './support/stage.ts'
import { ChainWallet } from './support/wallet.ts'

// A payer with dollars and without coin signs a transfer (EIP-3009), and the service sends it.

afterEach(closePages)

const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function balanceOf(address holder) view returns (uint256)',
])
const dollars = 100_000_000n

/** The token that charges are paid in, which somebody gives a payer. */
async function give(token: string, to: Hex) {
  const from = await newPayer()
  const data = encodeFunctionData({ abi, functionName: 'transfer', args: [to, dollars] })
  await onChain('eth_sendTransaction', [{ from, to: token, data }])
}

async function balanceOf(token: string, holder: Hex): Promise<bigint> {
  const data = encodeFunctionData({ abi, functionName: 'balanceOf', args: [holder] })
  return BigInt(String(await onChain('eth_call', [{ to: token, data }, 'latest'])))
}

test('an account with dollars and no coin pays in two clicks, and once', async () => {
  const payer = privateKeyToAccount(generatePrivateKey())
  const charge = await newCharge()
  const offers = await fetch(`/pay/charges/${charge.id}/authorizations`)
  const { data } = (await offers.json()) as { data: { tokenAddress: string }[] }
  const token = data[0]?.tokenAddress ?? ''
  await give(token, payer.address)
  const wallet = await ChainWallet.open({ account: payer.address })
  wallet.decide = ({ method, params = [] }) =>
    method === 'eth_signTypedData_v4'
      ? payer.signTypedData(JSON.parse(String(params[1])))
      : undefined
  const page = await openPage({ 'charge-id': charge.id, redirect: 'none' }, (at) =>
    wallet.announceTo(at),
  )
  await page.click('Pay 19.99 DUSD')
  await page.shows('Payment sent')
  await mine()
  await page.shows('Thank you. Your payment is confirmed.')
  equal([wallet.count('eth_signTypedData_v4'), wallet.count('eth_sendTransaction')], [1, 0])
  equal(await balanceOf(token, payer.address), dollars - 19_990_000n)
  const payments = await paymentsOf(charge)
  equal(
    payments.map(({ status }) => status),
    ['COMPLETED'],
  )
  equal(BigInt(String(await onChain('eth_getBalance', [payer.address, 'latest']))), 0n)
})
