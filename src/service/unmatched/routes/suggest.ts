import { PayError } from '../../../errors.ts'
import type { MerchantAccount } from '../../accounts/accounts.ts'
import type { ChargeStore } from '../../charges/store/charges.ts'
import type { ServiceContext } from '../../http/context.ts'
import {
  type CandidateCharge,
  createCandidateQuery,
  getValue,
  toCandidates,
} from '../candidates.ts'
import type { CandidateStore } from '../store/candidates.ts'
import { suggestCharges } from '../suggestions.ts'
import type { UnmatchedRecord } from '../unmatched.ts'
import { readSignedClaims } from './signed-claims.ts'

type Context = Pick<ServiceContext<CandidateStore & ChargeStore>, 'store' | 'chains'>

/** Suggests charges that unmatched money may be for, with reasons, and returns how many fit. */
export async function suggest(context: Context, account: MerchantAccount, record: UnmatchedRecord) {
  const { store, chains } = context
  const token = await chains.getToken(record.chainId, record.token).catch((cause: unknown) => {
    // Without a node, only the charges that have their price in this token are compared.
    if (cause instanceof PayError && cause.code === 'chain_unreachable') return undefined
    throw cause
  })
  const query = createCandidateQuery(record, token?.peg)
  const found = await store.listCandidates(account.id, query)
  const { charges, claimed, claims } = await addClaims(context, account, record, found)
  const isUsdPegged = token?.peg === 'USD'
  const money = { value: getValue(record), isUsdPegged, minedAt: record.minedAt, claims }
  const candidates = toCandidates(charges, record, token?.peg, claimed)
  const { suggestions, fitting } = suggestCharges(money, candidates)
  return {
    suggestions: suggestions.map(({ chargeId, reasons, isStrong }) => ({
      chargeUuid: chargeId,
      reasons,
      strong: isStrong,
    })),
    fitting,
  }
}

/** Adds the charges that the money is claimed for, and reads which claims its sender has signed. */
async function addClaims(
  { store, chains }: Context,
  account: MerchantAccount,
  record: UnmatchedRecord,
  found: readonly CandidateCharge[],
) {
  const ids = found.map(({ charge }) => charge.id)
  const { claims, count } = await store.listClaims(account.id, record, ids)
  const reported = new Set(claims.map(({ chargeId }) => chargeId))
  const missing = await store.findCharges({
    ids: [...reported].filter((id) => !ids.includes(id)),
  })
  const charges = [
    ...found,
    ...missing.map((charge) => ({ charge, isAccepted: false, reservations: [] })),
  ]
  const referenced = claims.flatMap((claim) => {
    const reference = charges.find(({ charge }) => charge.id === claim.chargeId)?.charge.reference
    return reference === undefined ? [] : [{ ...claim, reference }]
  })
  // Claims backed by other evidence first.
  const isFound = ({ chargeId }: { chargeId: string }) => ids.includes(chargeId)
  const likeliestFirst = referenced.toSorted((a, b) => Number(isFound(b)) - Number(isFound(a)))
  const signed = await readSignedClaims(chains, record, likeliestFirst)
  return { charges, claimed: { reported, signed }, claims: count }
}
