import { routes } from '../../../api/routes/routes.ts'
import { deskRoutes, maxTyped } from '../api/routes.ts'
import type { DeskCall } from '../call.ts'
import { type Desk, plainPage } from '../desk.ts'
import type { DeskLanguage } from '../language.ts'
import { listFilters, readChargeSearch, toListQuery } from '../pages/charges/charges.ts'
import { type Found, findOnly, listFound, renderFound } from '../pages/found.ts'
import { buildPath } from '../paths.ts'
import { registerCall, registerPage } from '../register.ts'
import { loadSuggestions } from '../suggested.ts'
import { readTimeZone } from '../time-zone.ts'

/** Registers the search over everything: its page, and the rows that the palette and the field for a charge ask for. */
export function registerSearch(desk: Desk): void {
  registerPage(desk, '/search', 'charges', async ({ c, call, view }) => {
    const asked = readChargeSearch((name) => c.req.query(name))
    const typed = asked.search
    if (typed === '') return c.redirect(desk.base + buildPath('/charges'), 303)
    // A search from a filtered list stays in it, as long as it finds something there.
    const filters = listFilters(asked)
    if (Object.keys(filters).length > 0) {
      const query = { ...toListQuery(asked, view.zone.name), limit: '1' }
      const { data } = await call(routes.listCharges, { query })
      const list = buildPath('/charges', {}, { ...filters, search: typed })
      if (data.length > 0) return c.redirect(desk.base + list, 303)
    }
    const found = await findRows(call, view.language, typed)
    const only = findOnly(found)
    if (only) return c.redirect(desk.base + only, 303)
    return renderFound(view, typed, found, await loadSuggestions(call, found.unmatched))
  })

  registerCall(desk, 'GET', '/search.json', deskRoutes.search, async ({ c, call }) => {
    const { base } = desk
    const { language } = plainPage(c, desk.context)
    const typed = (c.req.query('search') ?? '').trim().slice(0, maxTyped)
    if (typed === '') return { data: [] }
    const view = { base, language, now: new Date(), zone: readTimeZone(c) }
    return { data: listFound(view, await findRows(call, language, typed)) }
  })
}

/** Finds rows of every kind by what a person typed. */
export async function findRows(
  call: DeskCall,
  language: DeskLanguage,
  typed: string,
): Promise<Found> {
  const { decimalSign: decimal } = language
  return await call(deskRoutes.search, { query: { text: readUnnamed(typed, language), decimal } })
}

/** Returns the beginning of a reference for the name that the desk gives to a charge without one; any other text as it is. */
function readUnnamed(typed: string, { text }: DeskLanguage): string {
  // Names are isolated in languages that are written from right to left.
  const bare = (name: string) => name.replace(/[\u2066-\u2069]/g, '')
  const name = bare(typed)
  const [before = '', after = ''] = bare(text('unnamed', { reference: '\n' })).split('\n')
  const reference = name.slice(before.length, name.length - after.length)
  const isUnnamed = name === `${before}${reference}${after}` && /^[0-9a-f]{6}$/.test(reference)
  return isUnnamed ? reference : typed
}
