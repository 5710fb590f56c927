import {
  type Address,
  concatHex,
  encodeFunctionData,
  type Hex,
  keccak256,
  parseAbi,
  parseEther,
  stringToHex,
  toHex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { transferCall } from '../support/contracts.ts'
import type { LocalChain } from '../support/local-chain.ts'
import type { Stage } from '../support/stage.ts'

const abi = parseAbi(['function mint(address to, uint256 amount)'])

/** Base units of 19.99 DUSD. */
const price = 19_990_000n

/** What stands behind the reference of a charge in a transfer's calldata (ERC-8021). */
const suffixEnd = '0x200080218021802180218021802180218021'

/**
 * Creates an account of one test's own, which the chain signs for, with a million of the token and some coins: of one
 * account, what another engine sends meanwhile would take the numbers.
 */
export async function newPayer(chain: LocalChain): Promise<Address> {
  const { client } = chain
  const address = toHex(crypto.getRandomValues(new Uint8Array(20)))
  await client.impersonateAccount({ address })
  await client.setBalance({ address, value: parseEther('100') })
  await mint(chain, address, address)
  return address
}

/** Gives a million of the token to somebody, at the expense of another. */
export async function mint({ client, token }: LocalChain, account: Address, to: Address) {
  const data = encodeFunctionData({ abi, functionName: 'mint', args: [to, 1_000_000_000_000n] })
  const hash = await client.sendTransaction({ account, to: token('DUSD').address, data })
  await client.waitForTransactionReceipt({ hash })
}

/** What a browser asks for somebody who pays elsewhere. */
export function answerForPayers({ chain, recipient }: Pick<Stage, 'chain' | 'recipient'>) {
  const { client } = chain
  const to = chain.token('DUSD').address
  return {
    payer: () => newPayer(chain),
    /** Sends an amount of base units to the shop. */
    async transfer({ amount }: { amount: string }): Promise<Hex> {
      const account = await newPayer(chain)
      const data = transferCall(recipient, BigInt(amount))
      return client.sendTransaction({ account, to, data })
    },
    /** Signs a payment that names its charge, and does not send it. */
    async signTransfer({ reference }: { reference: string }) {
      const account = privateKeyToAccount(generatePrivateKey())
      const { address } = account
      await client.setBalance({ address, value: parseEther('1') })
      await mint(chain, await newPayer(chain), address)
      const suffix = concatHex([stringToHex(reference), suffixEnd])
      const data = transferCall(recipient, price, suffix)
      const fees = { gas: 100_000n, maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 1n }
      const request = { chainId: chain.chainId, nonce: 0, to, data, ...fees }
      const transaction = await account.signTransaction({ ...request, type: 'eip1559' })
      return { transaction, hash: keccak256(transaction) }
    },
  }
}
