// The site's builder, from the manifest beside the pages.
export { build } from 'vitepress'
