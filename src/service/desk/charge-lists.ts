import { type ChargeSearch, listFilters, readChargeSearch } from './pages/charges/charges.ts'
import { buildPath, type DeskPath } from './paths.ts'

// The lists of charges that figures open. A figure adds up the charges of the query that its list asks for: both are made of one
// search, so that they cannot differ.

const everything = readChargeSearch(() => undefined)

/** Creates the lists of the charges of one shop, and of one currency; '' for all charges. */
export function createChargeLists(shop: string, currency = '') {
  const all: ChargeSearch = { ...everything, shop, currency }
  const show = (name: ChargeSearch['show']): ChargeSearch => ({ ...all, show: name })
  return {
    all,
    /** Charges that nobody has paid in full yet. */
    waiting: show('waiting'),
    /** Charges of which a part has arrived. */
    partPaid: show('partPaid'),
    /** Charges that keep more than their price. */
    overpaid: show('overpaid'),
    /** The charges that were paid from a day to another one, both included. */
    listPaid: (from: string, to: string): ChargeSearch => ({
      ...show('paid'),
      by: 'paid',
      from,
      to,
    }),
  }
}

/** The lists of charges that figures open. */
export type ChargeLists = ReturnType<typeof createChargeLists>

/** Returns the address of a list. */
export function getListPath(list: ChargeSearch): DeskPath {
  return buildPath('/charges', {}, listFilters(list))
}
