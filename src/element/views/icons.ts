import { html } from 'lit/html.js'

/** Returns a line icon, for decoration only. */
export const icon = (
  path: string,
  size: number,
) => html`<svg width=${size} height=${size} viewBox="0 0 24 24" fill="none"
  stroke="currentColor" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d=${path}></path></svg>`

export const lock = icon('M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3', 15)
