import {
  type Address,
  createTestClient,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  parseAbi,
} from 'viem'
import { sendTransaction } from 'viem/actions'
import { compileContracts } from '../contracts/compile.ts'
import { demoAccount, roles } from './accounts.ts'
import { type ChainClient, chainClient, localTransport } from './client.ts'
import { encodeConfigureMinter, fiatTokenCalls, readFiatToken } from './fiat-token.ts'

export interface DemoToken {
  symbol: string
  address: Address
  decimals: number
}

const deployer = demoAccount(roles.deployer)
/** Returns the address of the contract that the deployer's nth transaction creates. */
const createdBy = (nonce: number) =>
  getContractAddress({ from: deployer.address, nonce: BigInt(nonce) })

/** In the order of their creation, which gives each its address. */
const contracts = {
  signatureChecker: createdBy(0),
  dollarLogic: createdBy(1),
  dollar: createdBy(2),
  oldDollar: createdBy(3),
}
const abi = parseAbi(['function mint(address to, uint256 value)'])
const dollarTerms = {
  name: 'Demo Dollar',
  symbol: 'DUSD',
  // It says who may mint.
  owner: deployer.address,
  // Nobody upgrades the demo's token.
  admin: '0x000000000000000000000000000000000000dEaD',
} as const

/**
 * Puts the demo's two tokens on the chain, always at the same addresses: a dollar that is Circle's FiatToken v2.2, as USDC is, and
 * one whose calls return nothing, as USDT's do. Only the faucet's account can mint the first. What is there already is kept, with
 * its balances, and a deployment that was ended in the middle is taken up.
 *
 * @throws Error when the addresses can no longer be had
 */
export async function deployTokens(
  rpcUrl: string,
): Promise<{ tokens: readonly [DemoToken, ...DemoToken[]] }> {
  const client = chainClient(rpcUrl)
  const { address } = deployer
  const steps = await planSteps()
  const sent = await client.getTransactionCount({ address, blockTag: 'pending' })
  const expected = Object.values(contracts).slice(0, sent)
  const codes = await Promise.all(expected.map((address) => client.getCode({ address })))
  if (!codes.every(Boolean)) {
    throw new Error(
      `The demo's tokens cannot be deployed: account ${address} has sent ${sent} ` +
        `transactions on this chain, and they did not put them there. ${wayOut}`,
    )
  }
  await mineTogether(rpcUrl, async () => {
    const hashes: Hex[] = []
    for (const [nonce, step] of [...steps.entries()].slice(sent)) {
      // One after the other, or a node could see the second nonce before the first.
      hashes.push(
        await sendTransaction(client, { account: deployer, ...step, nonce, gas, chain: null }),
      )
    }
    return hashes
  })
  return {
    tokens: [
      { symbol: dollarTerms.symbol, address: contracts.dollar, decimals: 6 },
      { symbol: 'OUSD', address: contracts.oldDollar, decimals: 6 },
    ],
  }
}

/** Enough for the largest contract; set, because what follows in the same block cannot be estimated. */
const gas = 6_000_000n
const wayOut = 'Start a fresh chain: `npm start -- --fresh`.'

/** Lists what the deployer sends, by its nonces. */
async function planSteps(): Promise<{ to?: Address; data: Hex }[]> {
  const [fiatToken, { OldDollar }] = await Promise.all([readFiatToken(), compileContracts()])
  const calls = [
    ...fiatTokenCalls(dollarTerms),
    encodeConfigureMinter(demoAccount(roles.faucet).address),
  ]
  // The service takes a chain's first logs for a proof that a node has all of them, and only transfers can be one.
  const first = encodeFunctionData({ abi, functionName: 'mint', args: [deployer.address, 1n] })
  return [
    { data: fiatToken.library },
    { data: fiatToken.logic(contracts.signatureChecker) },
    { data: fiatToken.proxy(contracts.dollarLogic) },
    { data: OldDollar.bytecode },
    { to: contracts.oldDollar, data: first },
    ...calls.map((data) => ({ to: contracts.dollar, data })),
  ]
}

/**
 * Mines what is sent in one block, and at once. A chain with a block for each transaction makes each a second later than the one
 * before, and would begin in the future.
 */
async function mineTogether(rpcUrl: string, send: () => Promise<Hex[]>): Promise<void> {
  const levers = createTestClient({ mode: 'anvil', transport: localTransport(rpcUrl) })
  const isAutomatic = await levers.getAutomine()
  if (isAutomatic) await levers.setAutomine(false)
  try {
    const hashes = await send()
    if (hashes.length > 0) await levers.mine({ blocks: 1 })
    const client = chainClient(rpcUrl)
    await Promise.all(hashes.map((hash) => succeeded(client, hash)))
  } finally {
    if (isAutomatic) await levers.setAutomine(true)
  }
}

async function succeeded(client: ChainClient, hash: Hex): Promise<void> {
  const { status } = await client.waitForTransactionReceipt({ hash })
  if (status !== 'success') throw new Error(`The deployment's ${hash} was reverted. ${wayOut}`)
}
