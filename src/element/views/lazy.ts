import type { Step } from '../../checkout/state.ts'
import { describeInEnglish } from '../i18n/describe-english.ts'
import { en as english } from '../i18n/languages/en.ts'
import type { Messages } from '../i18n/languages/translation.ts'
import { warnOfLostProperties } from '../lost-properties.ts'
import { requestPalette } from '../theme/apply-palette.ts'
import { getStyleSheet } from '../theme/style-sheets.ts'
import { afterSending } from './after-sending.ts'
import { getAnnouncement } from './announce.ts'
import { backButton, namesRecipient } from './back.ts'
import { beforeSending } from './before-sending.ts'
import { guardPayButton } from './click-guard.ts'
import { dialog, dialogTheme, settleClosing, syncModal } from './dialog.ts'
import { moveFocus } from './focus.ts'
import { laterScreensTheme as screens } from './lazy-theme.ts'
import { misdirectedViews } from './misdirected.ts'
import { moveHeight } from './motion.ts'
import { onceNearScreen } from './near-screen.ts'
import { orderSummary } from './order-summary.ts'
import { headPrice, partlyPaid } from './partly-paid.ts'
import { coinPicture } from './pictures.ts'
import type { ScreenViews } from './render-context.ts'
import { signViews } from './sign.ts'
import { noticeIcon } from './waiting.ts'
import { besidePay } from './ways.ts'

/** All messages in English. */
export const en = { ...english, describeError: describeInEnglish }

/** The screens after the first ones. A missing one does not compile. */
export const laterViews: ScreenViews<Exclude<Step, 'loading' | 'ready'>> = {
  ...beforeSending,
  ...afterSending,
  ...misdirectedViews,
  ...signViews,
}

/** Adds the styles of the later screens and of the dialog to those of the first screens, once. */
export function adoptLaterTheme(root: ShadowRoot): void {
  if (root.adoptedStyleSheets.length === 1)
    root.adoptedStyleSheets.push(...getStyleSheet(screens + dialogTheme, root.ownerDocument))
}

export {
  backButton,
  besidePay,
  coinPicture,
  dialog,
  getAnnouncement,
  guardPayButton,
  headPrice,
  moveFocus,
  moveHeight,
  namesRecipient,
  noticeIcon,
  onceNearScreen,
  orderSummary,
  partlyPaid,
  settleClosing,
  syncModal,
}

/** Does what needs the rendered screen. Called after each render. */
export function finishRender(host: HTMLElement, root: ShadowRoot, messages: Messages = en): void {
  warnOfLostProperties(host)
  requestPalette(host, root)
  guardPayButton(root, messages)
}

/**
 * Milliseconds after which the screens are rendered that often last no longer, because a wallet or a node is asked. What
 * is asked goes out first, and its answer waits for no screen that is over by then.
 */
export const renderDelaysMs: Partial<Record<Step, number>> = {
  choosingWallet: 50,
  connecting: 50,
  checking: 50,
  sending: 50,
}
