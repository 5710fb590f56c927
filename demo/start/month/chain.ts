import { Attribution } from 'ox/erc8021'
import {
  type Address,
  createTestClient,
  encodeFunctionData,
  erc20Abi,
  type Hash,
  parseAbi,
  publicActions,
  walletActions,
} from 'viem'
import { demoAccount, roles } from '../../chain/accounts.ts'
import { localTransport } from '../../chain/client.ts'

/** Enough for any transfer or mint; set, because an estimate costs a call each. */
const gas = 150_000n
const mintAbi = parseAbi(['function mint(address to, uint256 amount)'])

/** The chain, on which blocks have the times that the month gives them. */
export type MonthChain = ReturnType<typeof openMonthChain>

/** Opens the chain for the month, whose payments are made in one token. */
export function openMonthChain(rpcUrl: string, token: Address) {
  const client = createTestClient({ mode: 'anvil', transport: localTransport(rpcUrl) })
    .extend(publicActions)
    .extend(walletActions)

  // First the time: the chain also makes blocks by itself, and one of them may take the transaction.
  const send = async (from: number, to: Address, data: `0x${string}`): Promise<Hash> => {
    await goTo(new Date())
    return await client.sendTransaction({ account: demoAccount(from), chain: null, to, data, gas })
  }

  /** Gives the next block a time; later ones follow from it. */
  async function goTo(at: Date): Promise<void> {
    const { timestamp } = await client.getBlock()
    const wanted = BigInt(Math.ceil(at.getTime() / 1000))
    if (wanted > timestamp) await client.setNextBlockTimestamp({ timestamp: wanted })
  }

  return {
    /** Sends base units from a demo account, with the reference of a charge or refund behind the calldata. */
    transfer(from: number, to: Address, amount: bigint, reference?: string): Promise<Hash> {
      const data = encodeFunctionData({
        abi: erc20Abi,
        functionName: 'transfer',
        args: [to, amount],
      })
      const suffix = reference ? Attribution.toDataSuffix({ codes: [reference] }) : '0x'
      return send(from, token, `${data}${suffix.slice(2)}`)
    },
    /** Gives base units to an account, as the faucet. */
    mint: (to: number, amount: bigint): Promise<Hash> =>
      send(
        roles.faucet,
        token,
        encodeFunctionData({
          abi: mintAbi,
          functionName: 'mint',
          args: [demoAccount(to).address, amount],
        }),
      ),
    /** Mines all that waits in a block of this time, and as many blocks more as make it final. */
    async mine(at: Date, confirmations: number): Promise<void> {
      await goTo(at)
      await client.mine({ blocks: confirmations, interval: 1 })
    },
  }
}
