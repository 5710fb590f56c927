import { keccakText } from '../../chain/proof/abi.ts'
import type { Log } from '../../chain/types/transactions.ts'

// EIP-3009: the token's own log contains the nonce with which an account authorized a transfer, regardless of who sent it. A token
// writes AuthorizationUsed and directly behind it the Transfer that was authorized; nothing can come between the two, as the token
// makes no call there. So a log proves only the transfer directly behind it, and no other transfer of the transaction.

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
