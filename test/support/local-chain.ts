import {
  type Account,
  type Address,
  createTestClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  parseAbi,
  publicActions,
  walletActions,
} from 'viem'
import { demoAccount, roles } from '../../demo/chain/accounts.ts'
import { startAnvil } from '../../demo/chain/anvil.ts'
import {
  localChain,
  localChainId,
  localTransport,
  receiptActions,
} from '../../demo/chain/client.ts'
import { type DemoToken, deployTokens } from '../../demo/chain/deploy.ts'
import { encodeConfigureMinter } from '../../demo/chain/fiat-token.ts'

/** Calldata of an ERC-20 transfer, with `suffix` behind it. */
export function transferCall(to: Address, amount: bigint, suffix: Hex = '0x'): Hex {
  const call = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
  return `${call}${suffix.slice(2)}` as Hex
}

const mintAbi = parseAbi(['function mint(address to, uint256 amount)'])

/** A real chain with both tokens and a rich payer. A block for each transaction, until `automine(false)`. */
export type LocalChain = Awaited<ReturnType<typeof startLocalChain>>

/** Starts anvil on a free port, deploys the tokens and gives the payer a million of each, and leave to mint more. */
export async function startLocalChain(chainId: number = localChainId) {
  const anvil = await startAnvil({ port: 0, chainId })
  const { tokens } = await deployTokens(anvil.rpcUrl)
  const payer = demoAccount(1)
  const client = createTestClient({
    mode: 'anvil',
    account: payer,
    chain: localChain(anvil.rpcUrl, chainId),
    transport: localTransport(anvil.rpcUrl),
    pollingInterval: 50,
    cacheTime: 0,
  })
    .extend(publicActions)
    .extend(walletActions)
    .extend(receiptActions)

  /** Sends a call and waits until it is mined, reverted or not. */
  const send = async (to: Address, data: Hex, value = 0n, gas?: bigint): Promise<Hex> => {
    const hash = await client.sendTransaction({ to, data, value, ...(gas && { gas }) })
    await client.waitForTransactionReceipt({ hash })
    return hash
  }

  // viem types no evm_setTime.
  const rpc = client as unknown as {
    request(call: { method: string; params: unknown[] }): Promise<unknown>
  }
  // Whose token the dollar is says who may mint it. The other one is open to all.
  const [dollar] = tokens
  const owner = demoAccount(roles.deployer)
  const data = encodeConfigureMinter(payer.address)
  const hash = await client.sendTransaction({ account: owner, to: dollar.address, data })
  await client.waitForTransactionReceipt({ hash })
  const dollars = 1_000_000_000_000n
  for (const { address } of tokens) {
    const args = [payer.address, dollars] as const
    await send(address, encodeFunctionData({ abi: mintAbi, functionName: 'mint', args }))
  }

  return {
    chainId,
    rpcUrl: anvil.rpcUrl,
    tokens,
    client,
    payer,
    send,
    /** The address of the dollar that most charges are paid in. */
    dusd: dollar.address,
    token(symbol: string): DemoToken {
      const found = tokens.find((one) => one.symbol === symbol)
      if (!found) throw new RangeError(`No token ${symbol}.`)
      return found
    },
    /** An ERC-20 transfer of base units, with `suffix` behind its calldata. */
    transfer(token: Address, to: Address, amount: bigint, suffix: Hex = '0x', gas?: bigint) {
      return send(token, transferCall(to, amount, suffix), 0n, gas)
    },
    /** The same from another account than the payer's. */
    async transferBy(account: Account, token: Address, to: Address, amount: bigint, suffix?: Hex) {
      const data = transferCall(to, amount, suffix)
      const hash = await client.sendTransaction({ account, to: token, data })
      await client.waitForTransactionReceipt({ hash })
      return hash
    },
    /** Says what time it is to the blocks that follow: Unix milliseconds, also in the past. */
    async setTime(time: number) {
      await rpc.request({ method: 'evm_setTime', params: [Math.floor(time / 1000)] })
    },
    /** Mines a block of a time: Unix milliseconds. */
    async mineAt(time: number) {
      await rpc.request({ method: 'evm_mine', params: [Math.floor(time / 1000)] })
    },
    stop: anvil.stop,
  }
}
