import type { LinkOffer } from '../../api/schemas/link-offer.ts'

/** The brand of an element: its properties. */
interface Branded {
  brandName?: unknown
  brandColor?: unknown
  brandLogo?: unknown
}

/** What elements have of their links, by the names of the properties. */
const given = new WeakMap<object, Branded>()

/** Gives an element the brand of its link's store, where its page has set none. */
export function showBrand(
  element: HTMLElement & Branded,
  { store, brand_color: color, brand_logo_url: logo }: LinkOffer,
): void {
  const brand = { brandName: store, brandColor: color || null, brandLogo: logo || null }
  const before = given.get(element)
  for (const name of Object.keys(brand) as (keyof typeof brand)[])
    if (element[name] == null || element[name] === before?.[name]) element[name] = brand[name]
  given.set(element, brand)
}
