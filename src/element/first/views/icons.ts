import { html } from 'lit/html.js'

/** Returns a line icon, for decoration only. */
export const icon = (
  path: string,
  size: number,
) => html`<svg width=${size} height=${size} viewBox="0 0 24 24" fill="none"
  stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d=${path}></path></svg>`

/** Where the money goes. */
export const arrow = icon('M4 12h12M11 7l5 5-5 5M20 5v14', 16)
