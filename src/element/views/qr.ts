import { toSvgPath } from 'lean-qr/extras/svg'
import { correction, generate } from 'lean-qr/nano'
import { svg, type TemplateResult } from 'lit/html.js'

// In a module of its own, so that its code loads with the screen that shows a code.

/** Modules without ink on each side (ISO/IEC 18004, section 6.3.8). */
const quiet = 4

/**
 * A text as a QR code, at 15 % error correction. Always dark on light, its quiet zone too: not every scanner reads one
 * that is inverted. A module is a whole number of pixels wide, so that all are the same, unless styles make it smaller.
 *
 * @param label what it is for, for those who do not see it
 */
export function qr(text: string, label: string): TemplateResult {
  const code = generate(text, { minCorrectionLevel: correction.M })
  const side = code.size + 2 * quiet
  // The outline in one piece: squares drawn one by one show seams where a module is no whole number of pixels.
  return svg`<svg part="qr" class="qr" role="img" aria-label=${label} width=${4 * side}
    viewBox="${-quiet} ${-quiet} ${side} ${side}" shape-rendering="crispEdges"
    ><rect x=${-quiet} y=${-quiet} width=${side} height=${side} fill="#fff"></rect
    ><path d=${toSvgPath(code)} fill="#000"></path></svg>`
}
