import { type ChargeSearch, listFilters, readChargeSearch } from './pages/charges/charges.ts'
import { buildPath, type DeskPath } from './paths.ts'

// The lists of charges that figures open. A figure adds up the charges of the query that its list asks for: both are made of one
// search, so that they cannot differ.

const everything = readChargeSearch(() => undefined)

/** Charges that nobody has paid in full yet. */
export const waitingCharges: ChargeSearch = { ...everything, show: 'waiting' }
/** Charges of which a part has arrived. */
export const partPaidCharges: ChargeSearch = { ...everything, show: 'partPaid' }
/** Charges that keep more than their price. */
export const overpaidCharges: ChargeSearch = { ...everything, show: 'overpaid' }

/** The charges that were paid from a day to another one, both included. */
export function listPaid(from: string, to: string): ChargeSearch {
  return { ...everything, show: 'paid', by: 'paid', from, to }
}

/** Returns the address of a list. */
export function getListPath(list: ChargeSearch): DeskPath {
  return buildPath('/charges', {}, listFilters(list))
}
