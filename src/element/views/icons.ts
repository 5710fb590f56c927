import { html } from 'lit/html.js'

/** Returns a line icon, for decoration only. */
export const icon = (
  path: string,
  size: number,
) => html`<svg width=${size} height=${size} viewBox="0 0 24 24" fill="none"
  stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d=${path}></path></svg>`

/** Where the money goes. */
export const arrow = icon('M4 12h12M11 7l5 5-5 5M20 5v14', 16)
export const infoIcon = icon('M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5M12 8v.01', 20)
export const stopIcon = icon(
  'M8.3 3h7.4L21 8.3v7.4L15.7 21H8.3L3 15.7V8.3zM12 7.5V13M12 16.5v.01',
  20,
)
