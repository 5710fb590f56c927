import { toSvgPath } from 'lean-qr/extras/svg'
import { correction, generate } from 'lean-qr/nano'
import { svg, type TemplateResult } from 'lit/html.js'

// A separate module, so that its code loads with the screen that shows a QR code.

/** The width of the light border, in modules (ISO/IEC 18004, section 6.3.8). */
const quietZone = 4

/**
 * Renders a text as a QR code with 15 % error correction. It always is dark on light, including the quiet zone,
 * because not every scanner reads an inverted code. A module is a whole number of pixels wide, so that all have the
 * same size, unless styles scale the code down.
 *
 * @param label the accessible name, which states the purpose of the code
 * @param moduleSize its width in pixels
 */
export function qrCode(text: string, label: string, moduleSize = 4): TemplateResult {
  const code = generate(text, { minCorrectionLevel: correction.M })
  const side = code.size + 2 * quietZone
  // One single path: separate squares show gaps where a module is not a whole number of pixels.
  return svg`<svg part="qr" class="qr" role="img" aria-label=${label} width=${moduleSize * side}
    viewBox="${-quietZone} ${-quietZone} ${side} ${side}" shape-rendering="crispEdges"
    ><rect x=${-quietZone} y=${-quietZone} width=${side} height=${side} fill="#fff"></rect
    ><path d=${toSvgPath(code)} fill="#000"></path></svg>`
}
