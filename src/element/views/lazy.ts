import type { Step } from '../../checkout/state.ts'
import { en } from '../i18n/languages/en.ts'
import { afterSending } from './after-sending.ts'
import { getAnnouncement } from './announce.ts'
import { beforeSending } from './before-sending.ts'
import { dialog, dialogTheme, syncModal } from './dialog.ts'
import { laterScreensTheme as screens } from './lazy-theme.ts'
import type { ScreenViews } from './render-context.ts'
import { signViews } from './sign.ts'

/** The screens after the first ones. A missing one does not compile. */
export const laterViews: ScreenViews<Exclude<Step, 'loading' | 'ready'>> = {
  ...beforeSending,
  ...afterSending,
  ...signViews,
}

/** The styles of the later screens and of the dialog. */
export const laterTheme = screens + dialogTheme

export { applyPalette } from '../theme/apply-palette.ts'
export { dialog, en, getAnnouncement, syncModal }
