import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's root, absolute. */
export const root = fileURLToPath(new URL('../..', import.meta.url))
/** Where the site is written. */
export const outputFolder = join(root, 'dist/docs')
/** The Markdown of the site. */
export const docsFolder = join(root, 'docs')
/** The site's own styles and scripts. */
export const siteFolder = fileURLToPath(new URL('./site', import.meta.url))
