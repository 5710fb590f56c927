import { html, type TemplateResult } from 'lit/html.js'
import type { WalletInfo } from '../../checkout/ports.ts'
import { phoneIcon, walletIcon } from './lazy-icons.ts'

/** A wallet's own icon, or a sign for what it is. */
export function walletPicture({ icon, connectsByUri }: Partial<WalletInfo>): TemplateResult {
  if (icon) return html`<img class="tile" src=${icon} alt="" />`
  return tile(connectsByUri ? phoneIcon : walletIcon)
}

/** An icon in the place of a picture. */
export const tile = (icon: unknown): TemplateResult => html`<span class="tile">${icon}</span>`
