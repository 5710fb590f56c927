import { Attribution } from 'ox/erc8021'
import { concatHex, encodeFunctionData, erc20Abi, parseEther, parseUnits } from 'viem'
import { demoAccount } from '../../../demo/chain/accounts.ts'
import { clientOf, type Harness, wallet } from '../../support/harness.ts'
import { coin } from '../../support/paying.ts'
import { until } from '../../support/wait.ts'

/** Whose the wallet is, and where payers want refunds. */
export const merchant = demoAccount(5)
export const home = demoAccount(7).address

/** Refunds a part of a charge from the wallet that charges are paid to, and gives the hash once it is confirmed. */
export async function refund(
  harness: Harness,
  id: string,
  amount: string,
  reason: string,
): Promise<string> {
  const client = clientOf(harness)
  const { uuid, reference, tokenAddress } = await client.createRefund(id, { amount, reason })
  await client.approveRefund(uuid, { recipientAddress: home })
  const attempt = crypto.randomUUID()
  await client.signRefund(uuid, { senderAddress: wallet, attempt })
  const suffix = Attribution.toDataSuffix({ codes: [reference] })
  const isNative = tokenAddress === coin
  const units = isNative ? parseEther(amount) : parseUnits(amount, 6)
  const args = [home, units] as const
  const call = isNative
    ? { to: home, value: units, data: suffix }
    : {
        to: harness.chain.dusd,
        data: concatHex([
          encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args }),
          suffix,
        ]),
      }
  const hash = await harness.chain.client.sendTransaction({ account: merchant, ...call })
  await harness.chain.client.waitForTransactionReceipt({ hash })
  await client.reportRefund(uuid, { hash })
  await until('the refund to be confirmed', async () => {
    const { status } = await client.getRefund(uuid)
    return status === 'COMPLETED' || undefined
  })
  return hash
}
