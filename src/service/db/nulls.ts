/**
 * Returns the values of a statement that sets columns: undefined would leave a column unchanged, and null empties it.
 *
 * @example
 * query.updateTable('refunds').set(toNulls(fromRefund(refund)))
 */
export function toNulls<Values extends object>(values: Values) {
  const entries = Object.entries(values).map(([name, value]) => [name, value ?? null])
  return Object.fromEntries(entries) as {
    [Name in keyof Values]-?: undefined extends Values[Name]
      ? Exclude<Values[Name], undefined> | null
      : Values[Name]
  }
}
