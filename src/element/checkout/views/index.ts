import type { Step } from '../../../checkout/state.ts'
import { loadPart } from '../../../errors.ts'
import type { LaterViews } from '../../first/views/render-context.ts'
import { createErrorDescriber } from '../../i18n/languages/describe-error.ts'
import { en as english } from '../../i18n/languages/en.ts'
import type { Messages } from '../../i18n/languages/translation.ts'
import { requestPalette } from '../../theme/palette/apply-palette.ts'
import { getStyleSheet } from '../../theme/style-sheets.ts'
import { reportWrongAttributes, warnOfLostProperties } from '../page/developers.ts'
import { getAnnouncement, getCardName } from './card/announce.ts'
import { guardPayButton } from './card/click-guard.ts'
import { dialog, dialogTheme, settleClosing, syncModal } from './card/dialog.ts'
import { moveFocus } from './card/focus.ts'
import { laterScreensTheme as screens } from './card/later-theme.ts'
import { moveHeight } from './card/motion.ts'
import { onceNearScreen } from './card/near-screen.ts'
import { backButton, namesRecipient } from './parts/back.ts'
import { codeIcon } from './parts/icons.ts'
import { markedHeading } from './parts/marks.ts'
import { orderSummary } from './parts/order-summary.ts'
import { coinPicture } from './parts/pictures.ts'
import { testBadge } from './parts/test-badge.ts'
import { noticeIcon } from './parts/waiting.ts'
import { afterSending } from './screens/after-sending.ts'
import { beforeSending } from './screens/before-sending.ts'
import { headPrice, partlyPaid } from './screens/partly-paid.ts'
import { besidePay } from './screens/ways.ts'

/** All messages in English. */
export const en = { ...english, describeError: createErrorDescriber(english) }

/** The screens after the first ones. A missing one does not compile. */
export const laterViews: LaterViews = {
  ...beforeSending,
  ...afterSending,
}

/** Loads the code of payment links, and adds its screen to the others. */
export async function loadLink() {
  const link = await loadPart(import('../../link/index.ts'))
  laterViews.offered = link.createOfferedView(markedHeading)
  return link
}

/** Adds the styles of the later screens and of the dialog to those of the first screens, once. */
export function adoptLaterTheme(root: ShadowRoot): void {
  if (root.adoptedStyleSheets.length === 1)
    root.adoptedStyleSheets.push(...getStyleSheet(screens + dialogTheme, root.ownerDocument))
}

export {
  backButton,
  besidePay,
  codeIcon,
  coinPicture,
  dialog,
  getAnnouncement,
  getCardName,
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
  testBadge,
}

/** Runs the work that needs the rendered screen. Called after each render. */
export function finishRender(host: HTMLElement, root: ShadowRoot, messages: Messages = en): void {
  warnOfLostProperties(host)
  reportWrongAttributes(host)
  requestPalette(host, root)
  guardPayButton(root, messages)
}

/**
 * Milliseconds after which short-lived screens are rendered: screens that wait for a wallet or a node and often end immediately. The
 * request goes out first, and its answer does not wait for an outdated screen.
 */
export const renderDelaysMs: Partial<Record<Step, number>> = {
  choosingWallet: 50,
  connecting: 50,
  checking: 50,
  sending: 50,
}
