import { en } from '../i18n/languages/en.ts'
import { after } from './after-sending.ts'
import { announce } from './announce.ts'
import { way } from './before-sending.ts'
import { dialog, dialogTheme, modal } from './dialog.ts'
import { laterTheme as screens } from './lazy-theme.ts'
import { signing } from './sign.ts'

/** All screens after the first ones. */
export const later = { ...way, ...after, ...signing }

/** The styles of the later screens and of the dialog. */
export const laterTheme = screens + dialogTheme

export { paint } from '../theme/apply-palette.ts'
export { announce, dialog, en, modal }
