import type { ChainAccount } from '../../api/accounts.ts'
import type { QuoteSigner } from '../../api/signed-quote/sign.ts'

/** The signer of quotes, and the quotes that it signs. */
export interface ServiceQuoteSigning {
  signer: QuoteSigner
  /** The accounts that a signed quote may pay; undefined for any. */
  recipients: readonly ChainAccount[] | undefined
}
