// Shows the screens of an element, for designers and tests. Nothing else loads this code.

export { supportedLocales } from '../i18n/languages/load-messages.ts'
export { createPalette, type Palette, type Scheme } from '../theme/palette/palette.ts'
export { getContrastRatios } from '../theme/palette/ratios.ts'
export { type Preview, preview } from './preview.ts'
export { type Sample, samples } from './samples.ts'
