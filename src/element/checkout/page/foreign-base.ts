import type { ElementSettings } from '../../attributes.ts'

let hasWarnedOfBase = false

/** Warns, once a page, where its `<base href>` sends the calls to a proxy at a path of the page's own host elsewhere. */
export function warnOfForeignBase({ proxy }: ElementSettings): void {
  const { origin } = new URL(proxy, document.baseURI)
  if (hasWarnedOfBase || URL.canParse(proxy) || origin === location.origin) return
  hasWarnedOfBase = true
  console.warn(
    `pay-charge: the page has <base href="${document.baseURI}">, so proxy="${proxy}" is at ${origin}. Give proxy its whole URL, such as ${location.origin}/pay.`,
  )
}
