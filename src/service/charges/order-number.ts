/** How merchants and their systems name the number of an order in metadata, without case, blanks, hyphens and underscores. */
const names = [
  'order',
  'orderid',
  'ordernumber',
  'orderno',
  'invoice',
  'invoiceid',
  'invoicenumber',
]

/**
 * Returns the number of an order from a charge's metadata: of the entries that are named like one, the first name of the list
 * counts. '' where there is none that is a short text or a number.
 */
export function findOrderNumber(metadata: Readonly<Record<string, unknown>>): string {
  const numbers = new Map(
    Object.entries(metadata)
      .filter(([, value]) => isNumber(value))
      .map(([name, value]) => [name.toLowerCase().replace(/[\s_-]/g, ''), String(value)]),
  )
  return names.map((name) => numbers.get(name)).find((number) => number !== undefined) ?? ''
}

const isNumber = (value: unknown) =>
  typeof value === 'number' || (typeof value === 'string' && value !== '' && value.length <= 100)
