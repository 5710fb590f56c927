// What shows an element's screens: for designers and tests, loaded by nobody else.

export { spoken } from '../languages.ts'
export { type Palette, palette, type Scheme } from '../palette/palette.ts'
export { ratios } from '../palette/ratios.ts'
export { type Preview, preview } from './preview.ts'
export { type Sample, samples } from './samples.ts'
