import {
  type Address,
  concatHex,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  hashStruct,
  keccak256,
  parseAbi,
  toHex,
} from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { LocalChain } from './local-chain.ts'
import { permit2 } from './real-tokens.ts'

// Ways in which somebody else moves a holder's tokens at the holder's word.

const abi = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  'function permitTransferFrom(((address token, uint256 amount) permitted, uint256 nonce, uint256 deadline) permit, (address to, uint256 requestedAmount) details, address owner, bytes signature)',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
])

export interface AuthorizedMove {
  token: Address
  owner: PrivateKeyAccount
  to: Address
  amount: bigint
  /** One that this owner has not used. */
  nonce: bigint
}

/** An account that signs typed data, by its own key or another's. */
export type TypedDataSigner = Pick<PrivateKeyAccount, 'address' | 'signTypedData'>

/** What a holder signs away by EIP-3009. */
export interface Authorization extends Omit<AuthorizedMove, 'nonce' | 'owner'> {
  owner: TypedDataSigner
  nonce: bigint | Hex
  /** Unix seconds. @default far away */
  validBefore?: bigint
}

/** Has a holder allow `spender` to move tokens (ERC-20). */
export async function allow(
  chain: LocalChain,
  { token, owner, amount }: Pick<AuthorizedMove, 'token' | 'owner' | 'amount'>,
  spender: Address,
): Promise<void> {
  const { client } = chain
  const args = [spender, amount] as const
  await client.setBalance({ address: owner.address, value: 10n ** 19n })
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })
  const hash = await client.sendTransaction({ account: owner, to: token, data })
  await client.waitForTransactionReceipt({ hash })
}

/** Calldata for USDC by which a relayer moves what the holder has signed away (EIP-3009). */
export async function authorizedCall(chain: LocalChain, move: Authorization): Promise<Hex> {
  const { terms, signature } = await signAuthorization(chain, move)
  const { from, to, value, validAfter, validBefore, nonce } = terms
  const args = [from, to, value, validAfter, validBefore, nonce, signature] as const
  return encodeFunctionData({ abi, functionName: 'transferWithAuthorization', args })
}

/** What a holder of USDC signs away, and the signature. */
export async function signAuthorization(chain: LocalChain, move: Authorization) {
  const { token: verifyingContract, owner, to, amount: value, nonce } = move
  const terms = {
    from: owner.address,
    to,
    value,
    validAfter: 0n,
    validBefore: move.validBefore ?? 2n ** 40n,
    nonce: typeof nonce === 'bigint' ? toHex(nonce, { size: 32 }) : nonce,
  }
  const signature = await owner.signTypedData({
    domain: { name: 'USD Coin', version: '2', chainId: chain.chainId, verifyingContract },
    types: authorizationTypes,
    primaryType: 'TransferWithAuthorization',
    message: terms,
  })
  return { terms, signature }
}

/** Calldata for Permit2 by which `spender` moves what the holder has signed away; the holder has to allow Permit2 before. */
export async function permittedCall(
  chain: LocalChain,
  { token, owner, to, amount, nonce }: AuthorizedMove,
  spender: Address,
): Promise<Hex> {
  const permit = { permitted: { token, amount }, nonce, deadline: 2n ** 40n }
  const terms = hashStruct({
    types: permitTypes,
    primaryType: 'PermitTransferFrom',
    data: { ...permit, spender },
  })
  // By its own word: what its constructor keeps of the chain is another chain's in this code.
  const address = permit2
  const call = { address, abi, functionName: 'DOMAIN_SEPARATOR' } as const
  const domain = await chain.client.readContract(call)
  const signature = await owner.sign({ hash: keccak256(concatHex(['0x1901', domain, terms])) })
  const args = [permit, { to, requestedAmount: amount }, owner.address, signature] as const
  return encodeFunctionData({ abi, functionName: 'permitTransferFrom', args })
}

const authorizationTypes = {
  TransferWithAuthorization: [
    'address from',
    'address to',
    'uint256 value',
    'uint256 validAfter',
    'uint256 validBefore',
    'bytes32 nonce',
  ].map(field),
}

const permitTypes = {
  PermitTransferFrom: [
    'TokenPermissions permitted',
    'address spender',
    'uint256 nonce',
    'uint256 deadline',
  ].map(field),
  TokenPermissions: ['address token', 'uint256 amount'].map(field),
}

/** `type name` as EIP-712 has it. */
function field(text: string) {
  const [type = '', name = ''] = text.split(' ')
  return { type, name }
}
