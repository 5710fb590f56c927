import { type Address, concatHex, type Hex, keccak256, parseEther, stringToHex, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createGrant } from '../../demo/chain/grant.ts'
import type { LocalChain } from '../support/local-chain.ts'
import { transferCall } from '../support/local-chain.ts'
import type { Stage } from '../support/stage.ts'

/** Base units of 19.99 DUSD. */
const price = 19_990_000n

/** What stands behind the reference of a charge in a transfer's calldata (ERC-8021). */
const suffixEnd = '0x200080218021802180218021802180218021'

/** Gives a million of the token and some coins to somebody. */
export type Give = ReturnType<typeof createGive>

/** Creates what gives, for every engine: the faucet sends one transaction after the other. */
export function createGive({ rpcUrl, token }: LocalChain) {
  const tokens = [{ ...token('DUSD'), amount: 1_000_000_000_000n }]
  return createGrant({ rpcUrl, tokens, ether: parseEther('100') })
}

/**
 * Creates an account of one test's own, which the chain signs for: of one account, what another engine sends meanwhile would
 * take the numbers.
 */
export async function newPayer({ client }: LocalChain, give: Give): Promise<Address> {
  const address = toHex(crypto.getRandomValues(new Uint8Array(20)))
  await client.impersonateAccount({ address })
  await give(address)
  return address
}

/** What a browser asks for somebody who pays elsewhere. */
export function answerForPayers(
  { chain, recipient }: Pick<Stage, 'chain' | 'recipient'>,
  give: Give,
) {
  const { client } = chain
  const to = chain.dusd
  return {
    payer: () => newPayer(chain, give),
    /** Sends an amount of base units to the shop. */
    async transfer({ amount }: { amount: string }): Promise<Hex> {
      const account = await newPayer(chain, give)
      const data = transferCall(recipient, BigInt(amount))
      return client.sendTransaction({ account, to, data })
    },
    /** Signs a payment that names its charge, and does not send it. */
    async signTransfer({ reference }: { reference: string }) {
      const account = privateKeyToAccount(generatePrivateKey())
      const { address } = account
      await give(address)
      const suffix = concatHex([stringToHex(reference), suffixEnd])
      const data = transferCall(recipient, price, suffix)
      const fees = { gas: 100_000n, maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 1n }
      const request = { chainId: chain.chainId, nonce: 0, to, data, ...fees }
      const transaction = await account.signTransaction({ ...request, type: 'eip1559' })
      return { transaction, hash: keccak256(transaction) }
    },
  }
}
