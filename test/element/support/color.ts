import { parseColor, toHex } from '../../../src/element/theme/palette/color-text.ts'

/** A color in any of CSS's ways as `#rrggbb`: what shows of it, where it is opaque. */
export function hex(color: string): string {
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.color = `color(from ${color} srgb r g b)`
  const { r, g, b } = parseColor(getComputedStyle(probe).color)
  probe.remove()
  const shown = (v: number) => Math.min(255, Math.max(0, Math.round(v)))
  return toHex({ r: shown(r), g: shown(g), b: shown(b) })
}
