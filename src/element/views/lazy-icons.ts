import { icon } from './icons.ts'

export const check = (size: number) => icon('M5 12.5l4.5 4.5L19 7.5', size)
export const alertIcon = icon('M12 7v6M12 16.5v.5', 24)
export const chevron = icon('M9 6l6 6-6 6', 18)
/** Marks a link that leaves the page. */
export const outward = icon('M9 6h9v9M18 6L6 18', 16)
export const cross = icon('M6 6l12 12M18 6L6 18', 20)
export const walletIcon = icon('M4 7h15v12H4zM4 7l11-3v3M15.5 13h.01', 20)
