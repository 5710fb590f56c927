// SQL of conditions that several tables share.

/** A condition on a text: an address, in any case. */
export const isAddress = `~ '^0x[0-9a-fA-F]{40}$'`

/** A condition on a text: a transaction hash, in lower case. */
export const isTransactionHash = `~ '^0x[0-9a-f]{64}$'`

/** A condition on a text: a status of a charge. */
export const isChargeStatus = `in ('NEW', 'PENDING', 'COMPLETED', 'FAILED', 'EXPIRED', 'CANCELLED')`

/** A condition on a text: how the money of a charge stands against its price. */
export const isChargePaymentStatus = `in ('unpaid', 'part_paid', 'paid', 'overpaid', 'partly_refunded', 'refunded')`

/** A condition on a text: a status in which a charge can be paid. */
export const isOpenStatus = `in ('NEW', 'PENDING', 'FAILED')`

/** A condition on a text: the kind of a token. */
export const isTokenType = `in ('ERC20', 'NATIVE')`

/** A condition on a text: how an amount of tokens was determined. */
export const isPriceSource = `in ('usd_peg', 'peg', 'feed', 'merchant')`

/** A condition on a text: the proof that a transfer belongs to its charge. */
export const isPaymentProof = `in ('authorization', 'reference', 'amount', 'signature', 'merchant')`

/** A condition on a text: the name of a shop, or ''. */
export const isShop = `~ '^([a-z0-9][a-z0-9_-]{0,31})?$'`
