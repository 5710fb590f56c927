import { createPaymentMessage } from '../../../api/signed-messages.ts'
import { PayError } from '../../../errors.ts'
import type { Chains } from '../../chain/types/chains.ts'
import type { Claim } from '../candidates.ts'
import type { UnmatchedRecord } from '../unmatched.ts'

/** How many claims are checked with a contract that sent the money: each check is a call to a node, and anyone can claim. */
const maxClaimsAsked = 5

/** A claim, and the public reference of its charge. */
export interface ReferencedClaim extends Claim {
  reference: string
}

/**
 * Returns the ids of the charges for which the sender of unmatched money has signed it: by its key, or, as a contract, by its
 * own code (ERC-1271). The first few claims are shown to a contract. Without a node that answers, no contract has signed.
 */
export async function readSignedClaims(
  chains: Pick<Chains, 'recoverSigner' | 'hasCode' | 'isSignedByContract'>,
  { recipient, chainId, hash, sender }: UnmatchedRecord,
  claims: readonly ReferencedClaim[],
): Promise<ReadonlySet<string>> {
  const signed = new Set<string>()
  const unproven: { chargeId: string; message: string; signature: string }[] = []
  for (const { chargeId, reference, signature } of claims) {
    if (signature === undefined) continue
    const message = createPaymentMessage({ reference, recipient, chainId, hash })
    const keyOwner = await chains.recoverSigner(message, signature)
    if (keyOwner === sender) signed.add(chargeId)
    else unproven.push({ chargeId, message, signature })
  }
  try {
    if (unproven.length === 0 || sender === '' || !(await chains.hasCode(chainId, sender)))
      return signed
    for (const { chargeId, message, signature } of unproven.slice(0, maxClaimsAsked))
      if (await chains.isSignedByContract(chainId, sender, message, signature)) signed.add(chargeId)
  } catch (cause) {
    if (!(cause instanceof PayError) || cause.code !== 'chain_unreachable') throw cause
  }
  return signed
}
