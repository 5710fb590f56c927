import type { Log } from '../../chain/transactions.ts'
import { keccakText, readWord } from './abi.ts'

// EIP-3009: the token's own log says with which nonce an account authorized a transfer, whoever has sent it. A token writes
// AuthorizationUsed and directly behind it the Transfer that was authorized; nothing can come between the two, as the token calls
// nobody there. So a log proves the one transfer behind it, and nothing else that moves beside it.

const authorizationUsedTopic = `0x${keccakText('AuthorizationUsed(address,bytes32)')}`

/**
 * Returns the nonce with which the transfer of a log was authorized; undefined for one that was not.
 *
 * @param at position of the Transfer log in the list
 */
export function readAuthorization(logs: readonly Log[], at: number): string | undefined {
  const [used, transfer] = [logs[at - 1], logs[at]]
  if (!used || !transfer || used.index + 1 !== transfer.index) return undefined
  if (used.address.toLowerCase() !== transfer.address.toLowerCase()) return undefined
  const [topic, authorizer, nonce] = used.topics.map((text) => text.toLowerCase())
  if (used.topics.length !== 3 || topic !== authorizationUsedTopic) return undefined
  return authorizer === transfer.topics[1]?.toLowerCase() ? nonce : undefined
}

const authorizationWords =
  'address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce'
/** The functions of EIP-3009 that move money, with the signature in words or, as in FiatToken 2.2, in bytes. */
const selectors = ['transferWithAuthorization', 'receiveWithAuthorization'].flatMap((name) =>
  [',uint8 v,bytes32 r,bytes32 s', ',bytes signature'].map((signature) =>
    keccakText(`${name}(${(authorizationWords + signature).replace(/ \w+/g, '')})`).slice(0, 8),
  ),
)
/** Number of hex digits before the nonce in a call: the selector and five words. */
const digitsBeforeNonce = 8 + 5 * 64

/**
 * Returns what in calldata may be the nonce of an authorization: of each call to a token, wherever it is wrapped, and each word
 * of the outermost call, whose contract may call the token with it. It shows which transactions to read, and proves nothing.
 * The time is proportional to the length.
 *
 * @param hex in lower case, without 0x
 */
export function findPossibleNonces(hex: string): string[] {
  const words = new Set<string>()
  const add = (at: number) => {
    const word = readWord(hex, at)
    // A nonce is a hash. Addresses, amounts and times begin with zeros.
    if (word && !word.startsWith('0'.repeat(16))) words.add(`0x${word}`)
  }
  for (const selector of selectors)
    for (let at = hex.indexOf(selector); at >= 0; at = hex.indexOf(selector, at + 1))
      if (at % 2 === 0) add((at + digitsBeforeNonce) / 2)
  for (let at = 4; at + 32 <= hex.length / 2; at += 32) add(at)
  return [...words]
}
