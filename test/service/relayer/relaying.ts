import assert from 'node:assert/strict'
import { type Address, encodeFunctionData, erc20Abi, type Hex, parseAbi, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { demoAccount } from '../../../demo/chain/accounts.ts'
import type {
  AuthorizationOffer,
  NewAuthorization,
} from '../../../src/api/schemas/payments/authorization.ts'
import type { PayError } from '../../../src/errors.ts'
import { signAuthorization, type TypedDataSigner } from '../../support/authorized-moves.ts'
import { chainId, clientOf, type Harness, startHarness } from '../../support/harness.ts'
import { newCharge } from '../../support/paying.ts'
import { type ServiceEnvironment, startService } from '../../support/service.ts'
import { deployUsdc } from '../../support/usdc.ts'

// A service that sends what payers have signed, in real USDC.

/** Who pays the fees. */
export const relayerKeys = [generatePrivateKey(), generatePrivateKey()]
const relayers = relayerKeys.map((key) => privateKeyToAccount(key).address)
const fiatAbi = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
])

export type Payer = ReturnType<typeof privateKeyToAccount>

/** What is signed otherwise than the service offers it. */
export interface SignedOtherwise {
  to?: Address
  amount?: bigint
  nonce?: Hex
  validBefore?: bigint
  token?: Address
}

export type Relaying = Awaited<ReturnType<typeof startRelaying>>

/** Returns why the service has refused for now (409). */
export const reasonOf = ({ details }: PayError) =>
  (details as { reason?: string } | undefined)?.reason

/** Starts a chain with real USDC, and a service with a relayer that has coin. */
export async function startRelaying(extra: ServiceEnvironment = {}) {
  const harness = await startHarness()
  const { chain } = harness
  const usdc = await deployUsdc(chain)
  const environment: Harness['environment'] = {
    ...harness.environment,
    TOKENS: JSON.stringify([{ chainId, address: usdc, peg: 'USD' }]),
    RELAYER_KEYS: relayerKeys.join(','),
    RELAY_MAX_FEE: JSON.stringify({ [chainId]: '0.01' }),
    ...extra,
  }

  async function fund(value: bigint): Promise<void> {
    for (const address of relayers) await chain.client.setBalance({ address, value })
  }

  async function restart(over: Record<string, string> = {}): Promise<void> {
    await harness.service.end()
    harness.service = await startService({ ...environment, ...over })
  }

  /** An account with dollars, and without a coin. */
  async function createPayer(dollars = 500_000_000n): Promise<Payer> {
    const payer = privateKeyToAccount(generatePrivateKey())
    if (dollars > 0n) await chain.transfer(usdc, payer.address, dollars)
    return payer
  }

  /** What a payer signs for a charge, as the service offers it, or otherwise. */
  async function sign(
    id: string,
    owner: TypedDataSigner,
    over: SignedOtherwise = {},
  ): Promise<NewAuthorization> {
    const [offer] = await clientOf(harness).listAuthorizationOffers(id)
    assert.ok(offer)
    return await signOffer(offer, owner, over)
  }

  async function signOffer(
    offer: AuthorizationOffer,
    owner: TypedDataSigner,
    over: SignedOtherwise = {},
  ): Promise<NewAuthorization> {
    const { terms, signature } = await signAuthorization(chain, {
      ...{ token: usdc, owner, to: offer.recipientAddress as Address, amount: BigInt(offer.value) },
      ...{ nonce: offer.nonce as Hex, validBefore: BigInt(offer.validBefore), ...over },
    })
    const { from, to, value, validAfter, validBefore, nonce } = terms
    return {
      chainId: `${chainId}`,
      tokenAddress: usdc,
      authorization: {
        ...{ from, to, nonce, value: String(value) },
        ...{ validAfter: String(validAfter), validBefore: String(validBefore) },
      },
      signature,
    }
  }

  /** Sends what was signed by an account that is not the relayer's. */
  async function relayElsewhere({ authorization, signature }: NewAuthorization): Promise<Hex> {
    const { from, to, value, validAfter, validBefore, nonce } = authorization
    const times = [BigInt(validAfter), BigInt(validBefore)] as const
    const terms = [from as Address, to as Address, BigInt(value), ...times, nonce as Hex] as const
    const data = encodeFunctionData({
      ...{ abi: fiatAbi, functionName: 'transferWithAuthorization' },
      args: [...terms, signature as Hex],
    })
    const { address: account } = demoAccount(6)
    return await chain.client.sendTransaction({ account, to: usdc, data, gas: 300_000n })
  }

  const post = (id: string, body: NewAuthorization) => clientOf(harness).addAuthorization(id, body)
  await fund(parseEther('1'))
  await restart()
  return {
    harness,
    usdc,
    relayers,
    environment,
    fund,
    restart,
    createPayer,
    createCharge: () => newCharge(harness, { tokenAddress: usdc }),
    sign,
    signOffer,
    post,
    relayElsewhere,
    refusal: (id: string, body: NewAuthorization): Promise<PayError> =>
      post(id, body).then(
        () => assert.fail('it was sent'),
        (error: PayError) => error,
      ),
    readBalance: async (address: Address) =>
      await chain.client.readContract({
        ...{ abi: erc20Abi, address: usdc, functionName: 'balanceOf', args: [address] },
      }),
    /** How many transactions of the relayer were mined. */
    async countSent() {
      const counts = relayers.map((address) => chain.client.getTransactionCount({ address }))
      return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
    },
    end: () => harness.end(),
  }
}
