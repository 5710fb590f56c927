/** How the card shall look: texts, as a form has them. '' leaves the element's own. */
export interface Look {
  /** Any CSS color. */
  brand: string
  scheme: string
  /** BCP 47. */
  lang: string
  /** Pixels, or `full`. */
  width: string
  mode: string
  /** Pixels. */
  radius: string
  /** Pixels. */
  space: string
  /** A name of {@link fonts}. */
  font: string
  name: string
  /** A path of this origin, or a data: image. Its policy loads no other. */
  logo: string
}

/** What the playground shows: its address says all of it, so that a view can be linked to. */
export interface Place extends Look {
  view: string
  /** The slug of a sample. */
  screen: string
  /** The id of a fault. */
  fault: string
}

export const fonts: Readonly<Record<string, string>> = {
  serif: "ui-serif, 'Iowan Old Style', Palatino, Georgia, serif",
  rounded: "ui-rounded, 'SF Pro Rounded', Nunito, Quicksand, sans-serif",
  mono: "ui-monospace, 'SF Mono', Menlo, 'DejaVu Sans Mono', monospace",
}

/** Where nothing else is asked for. */
export const usual: Place = {
  view: 'screens',
  screen: 'ready',
  fault: 'none',
  brand: '#4f46e5',
  scheme: 'auto',
  lang: '',
  width: '360',
  mode: 'inline',
  radius: '',
  space: '',
  font: '',
  name: 'Field & Kiln',
  logo: '',
}

/** An address is anybody's writing: what does not pass is as if it were not there. */
const rules: Record<keyof Place, RegExp> = {
  view: /^(screens|live)$/,
  screen: /^[a-z-]{1,60}$/,
  fault: /^[a-z\d-]{1,60}$/,
  brand: /^[\w#(),.%/ +-]{1,80}$/,
  scheme: /^(auto|light|dark)$/,
  lang: /^([a-z]{2,3}(-[A-Z][a-z]{3})?)?$/,
  width: /^(280|320|360|420|full)$/,
  mode: /^(inline|dialog)$/,
  radius: /^\d{0,2}$/,
  space: /^\d{0,2}$/,
  font: /^(serif|rounded|mono)?$/,
  name: /^.{0,60}$/,
  logo: /^(\/[^/\\].{0,200}|data:image\/.{1,4000})?$/,
}
const keys = Object.keys(usual) as (keyof Place)[]

/** Reads the query of an address. */
export function readPlace(query: string): Place {
  const given = new URLSearchParams(query)
  const read = keys.map((key) => {
    const value = given.get(key)
    return [key, value !== null && rules[key].test(value) ? value : usual[key]]
  })
  return Object.fromEntries(read) as Record<keyof Place, string>
}

/** The query for a place, without what is usual: '' or `?screen=…`. */
export function writePlace(place: Place): string {
  const query = new URLSearchParams()
  for (const key of keys) if (place[key] !== usual[key]) query.set(key, place[key])
  return query.size > 0 ? `?${query}` : ''
}
