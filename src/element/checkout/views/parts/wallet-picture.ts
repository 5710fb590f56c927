import { html, type TemplateResult } from 'lit/html.js'
import type { WalletInfo } from '../../../../checkout/ports/wallets.ts'
import type { FirstRenderContext } from '../../../first/views/render-context.ts'
import { phoneIcon, walletIcon } from './icons.ts'

/** The icons of wallets that the browser could not show, such as those that the page's policy (img-src) forbids. */
const brokenIcons = new Set<string>()

/** A wallet's own icon, or a sign for its kind. An icon that cannot be shown is replaced by the name's first letter. */
export function walletPicture(
  { name, icon, connectsByUri }: WalletInfo,
  { redraw }: Pick<FirstRenderContext, 'redraw'>,
): TemplateResult {
  if (!icon) return tile(connectsByUri ? phoneIcon : walletIcon)
  if (brokenIcons.has(icon)) return letterTile(name, 'tile')
  const replace = () => {
    brokenIcons.add(icon)
    redraw()
  }
  return html`<img class="tile" src=${icon} alt="" @error=${replace} />`
}

/** An icon instead of a picture. */
export const tile = (icon: unknown): TemplateResult => html`<span class="tile">${icon}</span>`

/** The first letter of a name instead of a picture. The name is next to it. */
export const letterTile = (name: string, kind: string): TemplateResult =>
  html`<span class=${kind} aria-hidden="true">${[...name][0]?.toUpperCase()}</span>`
