/** What the fuzzer's world may do. Each is a kind of fault that was once found. */
export interface Features {
  /** Coin that contracts send is found, whether anybody names or reports it or not. */
  coinByContracts: boolean
  /** A node traces at one look and not at the next, so that coin is described in two ways. */
  bothDescriptions: boolean
  /** Known tokens arrive that no charge asks for. */
  wrongTokens: boolean
  /** Some chains count logs anew in each transaction. */
  logsCountedAnew: boolean
  /** A stranger's operation in a bundle has hundreds of references. */
  crowdedBundles: boolean
  /** Transactions with thousands of references, logs or payments. */
  largeTransactions: boolean
  /** A reorganization reaches dozens of blocks back and leaves the chain shorter. */
  deepReorganizations: boolean
  /** Blocks that were replaced come back as they were, and single nodes follow them. */
  blocksComeBack: boolean
  /** The machine's clock jumps, both ways. */
  clockJumps: boolean
  /** Unmatched money that a reorganization takes back is not told of any more. */
  unmatchedTakenBack: boolean
  /** Coin that a trace has shown is confirmed, though in the end no node traces. */
  coinConfirmedUntraced: boolean
}

export const allFeatures: Features = {
  coinByContracts: false,
  bothDescriptions: true,
  wrongTokens: true,
  logsCountedAnew: true,
  crowdedBundles: true,
  largeTransactions: false,
  deepReorganizations: true,
  blocksComeBack: true,
  clockJumps: true,
  unmatchedTakenBack: true,
  coinConfirmedUntraced: false,
}
