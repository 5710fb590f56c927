/** Why money is credited to no charge, by a name: the sentences of the API, which the database keeps. The pages say the same in their languages. */
export const unmatchedReasons = {
  unnamed: 'The sender named no charge.',
  several: 'The transfer names several charges, but not how much is for each.',
  unknown: 'The transfer names a charge that this service does not know.',
  no_amount: 'The chain does not show how much arrived.',
  undone: 'The merchant has taken its assignment back.',
  two_named: 'The sender authorized it for one charge, and named another.',
  signed_several: 'The sender signed this transfer for several charges.',
  older_signed: 'The transfer is older than the charge that its sender signed it for.',
  sent_elsewhere:
    'Its authorization was submitted for a charge, but a transaction of someone else executed it.',
  older_reported: 'The transfer is older than the charge that it was reported for.',
  other_token: 'It arrived in another token: the charge is paid in {tokens}.',
  other_place: 'The charge is not paid in this token at this address.',
  canceled: 'The charge was canceled.',
  returns: 'The charge only returns earlier money.',
  late_quote: 'LATE: the quoted amount was no longer valid.',
  late: 'LATE: the charge had expired.',
  too_small: 'TOO SMALL: the charge keeps no payment of so small an amount.',
  too_many: 'TOO MANY: the charge cannot keep more payments.',
  remainder:
    'It arrived with transfers that are recorded in another form, so its charge cannot be determined.',
} as const satisfies Readonly<Record<string, string>>

/** Why money is credited to no charge. */
export type UnmatchedReason = keyof typeof unmatchedReasons

const [beforeTokens = '', afterTokens = ''] = unmatchedReasons.other_token.split('{tokens}')

/** Returns the reason for money in another token than the charge is paid in. */
export function describeOtherTokens(symbols: readonly string[]): string {
  return beforeTokens + symbols.join(' or ') + afterTokens
}

const names = Object.keys(unmatchedReasons) as UnmatchedReason[]

/** Reads which reason a sentence is, with the values in it; undefined for none of these. */
export function readUnmatchedReason(
  sentence: string,
): { reason: UnmatchedReason; values: Readonly<Record<string, string>> } | undefined {
  const reason = names.find((name) => unmatchedReasons[name] === sentence)
  if (reason) return { reason, values: {} }
  if (!sentence.startsWith(beforeTokens) || !sentence.endsWith(afterTokens)) return undefined
  const tokens = sentence.slice(beforeTokens.length, sentence.length - afterTokens.length)
  return { reason: 'other_token', values: { tokens } }
}
