import { namings } from './attribution.ts'

// One transaction may pay several charges: a bundle of user operations (ERC-4337), or one account's batch. What
// arrived is then the sum, and each charge must be credited with its own part of it, or with nothing.

/** `transfer(address,uint256)` and its two words, right before the suffix that names the charge. */
const transferCall = /a9059cbb0{24}([\da-f]{40})([\da-f]{64})$/

/**
 * Base units that a transaction which names several charges brought to one of them, of what arrived at its recipient.
 * Undefined where that cannot be told: when a part is not a plain `transfer` with the suffix behind it, or when fewer
 * transfers of an amount arrived than were asked for (a part failed, or the token took a fee).
 *
 * @param arrived the values of all transfers of the token to the recipient
 */
export function partOf(
  input: string,
  chargeId: string,
  recipient: string,
  arrived: readonly bigint[],
): bigint | undefined {
  const calls = plainTransfers(input).filter(({ to }) => to === recipient.toLowerCase())
  const ours = calls.filter(({ id }) => id === chargeId.toLowerCase())
  if (ours.length === 0) return undefined
  for (const { amount } of ours) {
    const asked = calls.filter((one) => one.amount === amount).length
    // Whose transfer is missing, nobody can tell: then none of that amount is anybody's.
    if (arrived.filter((value) => value === amount).length < asked) return undefined
  }
  return ours.reduce((sum, { amount }) => sum + amount, 0n)
}

function plainTransfers(input: string): { id: string; to: string; amount: bigint }[] {
  const hex = input.toLowerCase().replace(/^0x/, '')
  return namings(input).flatMap(({ ids, at }) => {
    const [, to, amount] = transferCall.exec(hex.slice(Math.max(0, at - 136), at)) ?? []
    const [id] = ids
    // A suffix of several charges says nothing of their parts.
    if (!to || !amount || !id || ids.length > 1) return []
    return [{ id, to: `0x${to}`, amount: BigInt(`0x${amount}`) }]
  })
}
