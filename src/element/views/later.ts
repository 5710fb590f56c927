import { en } from '../languages/en.ts'
import { after } from './after.ts'
import { announce } from './announce.ts'
import { dialog, dialogTheme, modal } from './dialog.ts'
import { laterTheme as screens } from './later-theme.ts'
import { signing } from './signing.ts'
import { way } from './way.ts'

/** The screens after the first ones. */
export const later = { ...way, ...after, ...signing }

/** Styles of all that comes after the first screens. */
export const laterTheme = screens + dialogTheme

export { paint } from '../paint.ts'
export { announce, dialog, en, modal }
