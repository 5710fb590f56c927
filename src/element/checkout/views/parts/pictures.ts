import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Quote } from '../../../../checkout/quote/payment-option.ts'
import { loadPart } from '../../../../errors.ts'
import type { FirstRenderContext } from '../../../first/views/render-context.ts'
import type { IconName } from '../../icons/index.ts'
import { coinsIcon } from './icons.ts'
import { letterTile } from './wallet-picture.ts'

type Icons = typeof import('../../icons/index.ts')
type Redraw = Pick<FirstRenderContext, 'redraw'>

/** The icons of all elements of the page, by key: a URL, or undefined if there is none. */
const pictures = new Map<string, string | undefined>()
const pendingLoads = new Map<string, Promise<void>>()

/**
 * Returns the icon of something, if it is loaded. Else it loads it, and the card is rendered again.
 *
 * @param key the name of the icon
 */
function getIcon(
  key: string,
  find: (icons: Icons) => IconName | undefined,
  { redraw }: Redraw,
): string | undefined {
  if (pictures.has(key)) return pictures.get(key)
  const load = async () => {
    const icons = await loadPart(import('../../icons/index.ts'))
    const name = find(icons)
    const url = name && (await icons.loadIcon(name))
    // Fails where the page's policy (img-src) forbids it.
    if (url) await decode(url)
    pictures.set(key, url)
  }
  const work = pendingLoads.get(key) ?? load()
  pendingLoads.set(key, work)
  work.then(
    () => pictures.get(key) && redraw(),
    // Without its icon it keeps its letter.
    () => undefined,
  )
  return undefined
}

async function decode(url: string): Promise<void> {
  const image = new Image()
  image.src = url
  await image.decode()
}

/** A token with its network at the corner. One that has no icon of ours is a coin: its symbol stands next to it. */
export function coinPicture({ chainId, token }: Quote, context: Redraw): TemplateResult {
  const network = getIcon(
    `network ${chainId}`,
    ({ getNetworkIcon }) => getNetworkIcon(chainId),
    context,
  )
  const coin = getIcon(
    `token ${chainId} ${token.address} ${token.symbol}`,
    ({ getTokenIcon }) => getTokenIcon(chainId, token),
    context,
  )
  const sign = coin
    ? html`<img class="coin" src=${coin} alt="" />`
    : html`<span class="coin">${coinsIcon}</span>`
  return html`${sign}${network ? html`<img class="network" src=${network} alt="" />` : nothing}`
}

/** A wallet app of our own list. */
export function appPicture(name: string, context: Redraw): TemplateResult {
  const icon = getIcon(`wallet ${name}`, ({ getWalletIcon }) => getWalletIcon(name), context)
  return icon ? html`<img class="tile" src=${icon} alt="" />` : letterTile(name, 'tile')
}
