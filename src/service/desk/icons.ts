import { html, raw } from 'hono/html'
import type { Html } from '../texts/format.ts'

/** The outlines of icons on a square of 24. */
const outlines = {
  home: 'M4 11l8-7 8 7v9h-5.5v-6h-5v6H4z',
  list: 'M4 6h16M4 12h16M4 18h16',
  help: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M12 16.5v.01',
  hook: 'M12 4v9a4 4 0 1 1-4-4M9 4h6',
  book: 'M5 4h13v16H6.5A1.5 1.5 0 0 1 5 18.500zM5 18.500A1.500 1.500 0 0 1 6.500 17H18',
  gear: 'M12 15.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4zM12 3v2.5M12 18.5V21M3 12h2.5M18.5 12H21M5.6 5.6l1.8 1.8M16.6 16.6l1.8 1.8M18.4 5.6l-1.8 1.8M7.4 16.6l-1.8 1.8',
  key: 'M14.5 9.5a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0zM13.2 12.7L20 19.5M17 16.5l2-2',
  link: 'M10 14l4-4M8.5 11.5l-2 2a2.8 2.8 0 1 0 4 4l2-2M15.500 12.500l2-2a2.800 2.800 0 1 0-4-4l-2 2',
  log: 'M6 3.500h12v17H6zM9 8h6M9 12h6M9 16h4',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  warn: 'M12 4L2.8 19.5h18.4zM12 10v4.5M12 17v.01',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7.5V12l3 2',
  x: 'M6 6l12 12M18 6L6 18',
  stop: 'M8.3 3h7.4L21 8.3v7.4L15.7 21H8.3L3 15.7V8.3zM12 7.5V13M12 16.5v.01',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l4 4',
  filter: 'M4 6h16M7 12h10M10 18h4',
  save: 'M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 20h14',
  next: 'M9 6l6 6-6 6',
  undo: 'M9 7L4 12l5 5M4 12h11a5 5 0 0 1 0 10',
  back: 'M15 6l-6 6 6 6',
  out: 'M8 16L17 7M9 7h8v8',
  copy: 'M9 9V6a2 2 0 0 1 2-2h7a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-3M6 9h7a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2z',
  share:
    'M8 10.5L16 6.5M8 13.5l8 4M6 14.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM18 7.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM18 21.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5z',
  mail: 'M4 6h16v12H4zM4 7l8 6 8-6',
  print: 'M7 8V4h10v4M7 17H4.5v-6.5a2 2 0 0 1 2-2h11a2 2 0 0 1 2 2V17H17M7 14h10v6H7z',
  person:
    'M12 12a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM5 20c.600-3.400 3.300-5 7-5s6.400 1.600 7 5',
  exit: 'M14 5h-8v14h8M11 12h9M17 9l3 3-3 3',
} as const
export type IconName = keyof typeof outlines

/** Icons that point somewhere, and so the other way where one reads from right to left. */
const mirrored: readonly IconName[] = ['next', 'back', 'exit', 'undo']

/** Renders an icon. It is hidden from screen readers: a text always stands next to it. */
export function icon(name: IconName): Html {
  const flip = mirrored.includes(name) ? ' flip' : ''
  return html`${raw(`<svg class="i${flip}" viewBox="0 0 24 24" aria-hidden="true"><path d="${outlines[name]}"/></svg>`)}`
}
