import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { PayError } from '../../../../errors.ts'
import type { RenderContext } from '../../../first/views/render-context.ts'
import { heading, notice } from '../../../first/views/shared.ts'
import type { Messages } from '../../../i18n/languages/translation.ts'
import { fill } from '../../../i18n/messages.ts'
import { noteLeaving } from '../../payment-events.ts'
import { isFailure } from '../card/announce.ts'
import { copyMark, createCopyHandler } from '../parts/copy-button.ts'
import { walletIcon } from '../parts/icons.ts'
import { appPicture } from '../parts/pictures.ts'
import { tile } from '../parts/wallet-picture.ts'
import { externalPaymentButton } from '../screens/ways.ts'
import { findInAppBrowser } from './in-app-browser.ts'
import { type Device, listWalletsFor, type NamedLink } from './wallet-links.ts'

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
  const handleClick = (event: Event, { name, opensPage }: NamedLink) => {
    noteLeaving(event, name)
    if (opensPage) context.dispatch({ type: 'openInWallet' })
  }
  const link = (to: NamedLink) =>
    html`<a class="button plain" part="wallet" href=${to.url} target=${to.url.startsWith('https:') ? '_blank' : nothing} rel="noreferrer" @click=${(event: Event) => handleClick(event, to)}>${icon(to)}${to.name}</a>`
  return html`<div class="links" role="group" aria-label=${context.messages.screens.choosingWallet.title}>${links.map(link)}</div>`
}

/**
 * The screen of a payer whose browser has no wallet: links to wallets that work here, or the way out of an app.
 *
 * @param wallets the list of those that connect by a code, where there is one
 */
export function noWalletScreen(
  note: PayError | undefined,
  wallets: TemplateResult | false,
  context: RenderContext,
): TemplateResult {
  const { messages } = context
  const inApp = findInAppBrowser(navigator.userAgent)
  const text = inApp
    ? inApp.app
      ? fill(messages.inAppBrowser, { app: inApp.app })
      : messages.inThisApp
    : wallets
      ? undefined
      : messages.noWallet
  const help = inApp ? copyLinkButton(messages) : wallets ? nothing : walletLinks(context)
  return html`${heading(messages.screens.choosingWallet.title, text)}
    ${notice(note, context, isFailure(note))}${help}${wallets || nothing}
    ${externalPaymentButton(context, !inApp && !wallets)}`
}

/** Copies this page's address. The label gives way to the address where nothing can be copied. */
function copyLinkButton(messages: Messages): TemplateResult {
  const { href } = location
  return html`<button part="button" type="button" @click=${createCopyHandler(href, messages)}
    ><span class="part">${messages.copyLink}</span><span class="all">${href}</span>${copyMark(20)}</button>`
}

/** Returns what decides which links to wallets work here. */
export function getDevice(): Device {
  return { isPhone: isTouchDevice(), userAgent: navigator.userAgent }
}

function walletLinks(context: RenderContext): TemplateResult | typeof nothing {
  const links = listWalletsFor(getDevice(), new URL(location.href))
  return links.length > 0 ? walletLinkGrid(links, context) : nothing
}
