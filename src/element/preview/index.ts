// Shows the screens of an element, for designers and tests. Nothing else loads this code.

export { spoken } from '../i18n/languages.ts'
export { type Palette, palette, type Scheme } from '../theme/palette/palette.ts'
export { ratios } from '../theme/palette/ratios.ts'
export { type Preview, preview } from './preview.ts'
export { type Sample, samples } from './samples.ts'
