import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { LinkPreview } from './facts.ts'
import { type PictureFacts, pictureSize } from './picture.ts'

/** The last part of a picture's path, below its page. */
export const pictureName = 'preview.png'

/**
 * Renders what messengers read of a page: Open Graph, and the cards of X, which takes title, description and picture from it.
 *
 * @param url of the page, as payers reach it. Needed for a picture
 * @see https://ogp.me
 */
export function renderPreviewTags(
  { title, description, picture }: LinkPreview,
  url?: string,
): HtmlEscapedString | Promise<HtmlEscapedString> {
  return html`<meta name="description" content="${description}">
<meta property="og:type" content="website">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
${url ? html`<meta property="og:url" content="${url}">` : ''}
${picture && url ? renderPictureTags(picture, description, url) : html`<meta name="twitter:card" content="summary">`}`
}

function renderPictureTags({ store, locale }: PictureFacts, description: string, url: string) {
  const { language, region } = new Intl.Locale(locale).maximize()
  const source = `${[url, pictureName].join('/')}?${new URLSearchParams({ language: locale })}`
  return html`${store ? html`<meta property="og:site_name" content="${store}">` : ''}
<meta property="og:locale" content="${language}_${region}">
<meta property="og:image" content="${source}">
<meta property="og:image:type" content="image/png">
<meta property="og:image:width" content="${pictureSize.width}">
<meta property="og:image:height" content="${pictureSize.height}">
<meta property="og:image:alt" content="${description}">
<meta name="twitter:card" content="summary_large_image">`
}
