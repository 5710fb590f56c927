import { dollarTokens } from '../../api/dollar-tokens.ts'

/** A token that the operator declares to be pegged to the US dollar. */
export interface KnownToken {
  chainId: number
  address: string
  /** @default read from the chain */
  symbol?: string | undefined
  /** @default read from the chain */
  decimals?: number | undefined
  peg: 'USD'
}

/** Dollar tokens that need no configuration. */
export const builtInTokens: readonly KnownToken[] = dollarTokens.map((token) => ({
  ...token,
  peg: 'USD',
}))
