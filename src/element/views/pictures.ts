import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Quote } from '../../checkout/quote/payment-option.ts'
import { loadPart } from '../../errors.ts'
import type { IconName } from '../icons/drawings.ts'
import { getNetworkIcon, getTokenIcon, getWalletIcon } from '../icons/names.ts'
import type { FirstRenderContext } from './render-context.ts'

/** The icons that were loaded, of all elements of the page. */
const loaded = new Map<IconName, string>()
const loading = new Map<IconName, Promise<void>>()

/** Returns an icon that is loaded. Else it loads it, and the card is rendered again. */
function getIcon(name: IconName | undefined, redraw: () => void): string | undefined {
  if (!name || loaded.has(name)) return name && loaded.get(name)
  const load = async () => {
    const { loadIcon } = await loadPart(import('../icons/drawings.ts'))
    loaded.set(name, await loadIcon(name))
  }
  const work = loading.get(name) ?? load()
  loading.set(name, work)
  // Without its icon it keeps its letter.
  work.then(redraw, () => undefined)
  return undefined
}

/** The icon of a name, or its first letter. The name itself always stands beside it. */
function picture(
  icon: IconName | undefined,
  name: string,
  kind: string,
  redraw: () => void,
): TemplateResult {
  const url = getIcon(icon, redraw)
  if (url) return html`<img class=${kind} src=${url} alt="" />`
  return html`<span class=${kind} aria-hidden="true">${[...name][0]?.toUpperCase()}</span>`
}

/** A token with its network at the corner. */
export function coinPicture(
  { chainId, token }: Quote,
  { redraw }: Pick<FirstRenderContext, 'redraw'>,
): TemplateResult {
  const network = getNetworkIcon(chainId)
  const url = getIcon(network, redraw)
  return html`${picture(getTokenIcon(chainId, token), token.symbol, 'coin', redraw)}${url ? html`<img class="network" src=${url} alt="" />` : nothing}`
}

/** A wallet app of our own list. */
export function appPicture(name: string, { redraw }: FirstRenderContext): TemplateResult {
  return picture(getWalletIcon(name), name, 'tile', redraw)
}
