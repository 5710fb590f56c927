import { announce } from '../later-messages.ts'
import { after } from './after.ts'
import { way } from './way.ts'

/** The screens after the first ones. */
export const later = { ...way, ...after }

export { laterTheme } from './later-theme.ts'
export { announce }
