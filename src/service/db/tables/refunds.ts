import type { Generated } from 'kysely'
import type { RefundStatus } from '../../../api/schemas/payments/refund.ts'
import type { UsdPriceSource } from '../../chain/types/tokens.ts'
import type { RecipientProof, UnclearTransfer } from '../../refunds/records.ts'
import type { Json, Optional } from './columns.ts'

/** A refund of a charge. */
export interface RefundRow {
  id: string
  accountId: string
  chargeId: string
  /** Its charge's. */
  livemode: boolean
  /** Its charge's. */
  shop: string
  reference: string
  status: RefundStatus
  chainId: number
  token: string
  decimals: number
  symbol: string
  amount: bigint
  reason: string
  recipient: Optional<string>
  recipientProof: Optional<RecipientProof['kind']>
  recipientSigner: Optional<string>
  signedNamings: number
  unsignedNamings: number
  attemptId: Optional<string>
  attemptAccount: Optional<string>
  attemptNonce: Optional<number>
  attemptAskedNonce: Optional<number>
  attemptFromBlock: Optional<bigint>
  attemptStartedAt: Optional<Date>
  attemptSearchedTo: Optional<bigint>
  attemptSeenSender: Optional<string>
  attemptSeenNonce: Optional<number>
  attemptSeenAtBlock: Optional<bigint>
  attemptSearchedNonce: Optional<number>
  attemptIsAccepted: boolean
  releaseAt: Optional<Date>
  releaseBlock: Optional<bigint>
  releaseProvenTo: Optional<bigint>
  releaseWaitsFor: Optional<string>
  releasedAccount: Optional<string>
  releasedNonce: Optional<number>
  hash: Optional<string>
  position: Optional<number>
  sentAmount: Optional<bigint>
  blockNumber: Optional<bigint>
  blockHash: Optional<string>
  minedAt: Optional<Date>
  sender: Optional<string>
  blockTime: Optional<Date>
  /** Where it stands in the books. A trigger writes it. */
  bookedAt: Optional<Date>
  usdPrice: Optional<string>
  usdSource: Optional<UsdPriceSource>
  fee: Optional<bigint>
  feeSymbol: Optional<string>
  feeUsdPrice: Optional<string>
  feeUsdSource: Optional<UsdPriceSource>
  failure: string
  unclear: Json<SavedUnclear[]>
  /** Hashes, with a space between two. */
  dismissed: string
  searchedAccount: Optional<string>
  searchedTo: Optional<bigint>
  createdAt: Date
  nextCheckAt: Generated<Date>
}

/** Its whole numbers as texts: JSON's are not exact beyond 2^53. */
export type SavedUnclear = Omit<UnclearTransfer, 'amount' | 'block'> & {
  amount: string
  block: string
}
