import { type Address, getAddress, type Hex, keccak256, toHex } from 'viem'
import { entryPoint07Address } from 'viem/account-abstraction'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

// Who and what there is in the fuzzer's world. Addresses are in lower case, as the model compares them.

export const chainId = 31_337
export const coin: Address = '0x0000000000000000000000000000000000000000'
export const entryPoint = entryPoint07Address.toLowerCase() as Address

const addressOf = (name: string): Address => `0x${keccak256(toHex(name)).slice(26)}`
const someAddresses = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => addressOf(`${name} ${index}`))

/** Where merchants' money goes. */
export const recipients = someAddresses('recipient', 3)

/** The tokens that the operator knows. The last one is never asked for. */
export const knownTokens = [
  { address: addressOf('DUSD'), decimals: 6, symbol: 'DUSD' },
  { address: addressOf('XUSD'), decimals: 18, symbol: 'XUSD' },
  { address: addressOf('OUSD'), decimals: 6, symbol: 'OUSD' },
] as const
export const [dusd, xusd, otherUsd] = knownTokens.map(({ address }) => address) as [
  Address,
  Address,
  Address,
]
/** Decimals of a known token, or of coin. */
export const decimalsOf = (token: Address): number =>
  knownTokens.find(({ address }) => address === token)?.decimals ?? 18

/** Tokens that nobody knows, and that call themselves what they like. */
export const junkTokens = someAddresses('junk', 2)

/** Accounts with keys: payers, strangers, relayers and bundlers at once. */
export const people: readonly PrivateKeyAccount[] = Array.from({ length: 8 }, (_, index) =>
  privateKeyToAccount(keccak256(toHex(`person ${index}`))),
)
/** Smart accounts: contracts that send by ERC-4337, and sign by ERC-1271. */
export const wallets = someAddresses('wallet', 4)
/** Contracts that only pass money on, and bundlers' own contracts. */
export const contracts = someAddresses('contract', 4)
/** Of no merchant. */
export const passersby = someAddresses('passerby', 3)

/** A Safe that has executed one transaction. Each is used once, so that its nonce is 0 in every history of the chain. */
export const safeOf = (index: number): Address => addressOf(`safe ${index}`)

/** What a smart account answers ERC-1271 with "yes" to. */
export const signatureOf = (account: Address, messageHash: Hex): Hex =>
  `${keccak256(`0x${account.slice(2)}${messageHash.slice(2)}`)}${'5c'.repeat(40)}`

export const checksum = (address: string) => getAddress(address)
