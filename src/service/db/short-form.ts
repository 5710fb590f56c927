/**
 * Returns the SQL of a column in the short form that people read: the first six and the last four characters, in lower case. Indexes and the
 * queries that use them have the same text.
 */
export function shortForm(column: string): string {
  return `(lower(left(${column}, 6) || '…' || right(${column}, 4)))`
}
