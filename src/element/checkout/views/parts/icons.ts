import { html } from 'lit/html.js'

/** Returns a line icon, for decoration only. */
const icon = (
  path: string,
  size: number,
) => html`<svg width=${size} height=${size} viewBox="0 0 24 24" fill="none"
  stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d=${path}></path></svg>`

const copyPath =
  'M9 9V6a2 2 0 0 1 2-2h7a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-3M6 9h7a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2z'
const warnPath = 'M12 4L2.8 19.5h18.4zM12 10v4.5M12 17v.01'

export const infoIcon = icon('M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5M12 8v.01', 20)
export const stopIcon = icon(
  'M8.3 3h7.4L21 8.3v7.4L15.7 21H8.3L3 15.7V8.3zM12 7.5V13M12 16.5v.01',
  20,
)
export const check = (size: number) => icon('M5 12.5l4.5 4.5L19 7.5', size)
export const copyIcon = (size: number) => icon(copyPath, size)
export const warnIcon = (size: number) => icon(warnPath, size)
export const saveIcon = icon('M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 20h14', 20)
export const printIcon = icon(
  'M7 8V4h10v4M7 17H4.5v-6.5a2 2 0 0 1 2-2h11a2 2 0 0 1 2 2V17H17M7 14h10v6H7z',
  20,
)
export const back = icon('M15 5l-7 7 7 7', 20)
export const chevron = icon('M9 6l6 6-6 6', 18)
export const unfold = icon('M6 9l6 6 6-6', 16)
/** Marks a link that leaves the page. */
export const outward = icon('M8 16L17 7M9 7h8v8', 16)
export const cross = icon('M6 6l12 12M18 6L6 18', 20)
export const codeIcon = icon(
  'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2.5v2.5M20 14v2M14 20h2M19.5 19.5h.5v.5',
  20,
)
export const phoneIcon = icon(
  'M8 3h8a1.5 1.5 0 0 1 1.5 1.5v15A1.5 1.5 0 0 1 16 21H8a1.5 1.5 0 0 1-1.5-1.5v-15A1.5 1.5 0 0 1 8 3zM11 18h2',
  20,
)
export const coinsIcon = icon(
  'M9 14a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM14.5 10a5.5 5.5 0 1 1-5 8',
  20,
)
export const plusIcon = icon('M12 5v14M5 12h14', 20)
export const swapIcon = icon('M4 8h14M14 4l4 4-4 4M20 16H6M10 12l-4 4 4 4', 20)
export const walletIcon = icon('M4 7h15v12H4zM4 7l11-3v3M15.5 13h.01', 20)
