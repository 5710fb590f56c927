import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { WalletInfo } from '../../checkout/ports.ts'
import { fill } from '../i18n/messages.ts'
import { noteLeaving } from '../lazy-events.ts'
import { findInAppBrowser, listWalletsFor, type NamedLink } from '../wallet-links.ts'
import { copyButton } from './copy-button.ts'
import { walletIcon } from './lazy-icons.ts'
import { appPicture } from './pictures.ts'
import type { RenderContext } from './render-context.ts'
import { hint } from './waiting.ts'
import { tile } from './wallet-picture.ts'

/** Returns whether this is a phone or tablet, which cannot scan its own screen. */
export function isTouchDevice(): boolean {
  return matchMedia('(pointer: coarse)').matches
}

/**
 * Links to wallets. They are links and no buttons with a script: iOS opens an app only within the tap itself. Where the app
 * is not installed, its website opens: in a new tab, so that this page stays.
 */
export function walletLinkGrid(
  links: readonly NamedLink[],
  context: RenderContext,
): TemplateResult {
  const icon = ({ name, url }: NamedLink) =>
    url.startsWith('wc:') ? tile(walletIcon) : appPicture(name, context)
  const link = (to: NamedLink) =>
    html`<a class="button plain" part="wallet" href=${to.url} target=${to.url.startsWith('https:') ? '_blank' : nothing} rel="noreferrer" @click=${(event: Event) => noteLeaving(event, to.name)}>${icon(to)}${to.name}</a>`
  return html`<div class="links" role="group" aria-label=${context.messages.screens.choosingWallet.title}>${links.map(link)}</div>`
}

/** What helps a payer whose browser has no wallet: links to wallets that work here, or the way out of an app. */
export function walletHelp(
  wallets: readonly WalletInfo[],
  context: RenderContext,
): TemplateResult | typeof nothing {
  const { messages } = context
  const app = findInAppBrowser(navigator.userAgent)
  if (app)
    return html`${hint(fill(messages.inAppBrowser, { app }))}
      <p>${copyButton(location.href, messages, messages.copyLink, messages.copyLink)}</p>`
  if (wallets.length > 0) return nothing
  const device = { isPhone: isTouchDevice(), userAgent: navigator.userAgent }
  const links = listWalletsFor(device, new URL(location.href))
  return links.length > 0 ? walletLinkGrid(links, context) : nothing
}
