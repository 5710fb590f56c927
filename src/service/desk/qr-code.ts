import { type Bitmap2D, correction, generate } from 'lean-qr'
import { toPngBuffer } from 'lean-qr/extras/node_export'
import { toSvgDataURL, toSvgSource } from 'lean-qr/extras/svg'

// Dark on light with the border that scanners need (ISO/IEC 18004, 6.3.8), in print and on a dark page.
const colors = { on: '#000', off: '#fff' } as const

const createCode = (link: string): Bitmap2D => generate(link, { minCorrectionLevel: correction.M })

/** The files of a link's code. */
export const codeFormats: ReadonlyMap<
  string,
  { type: string; write: (link: string) => string | Uint8Array<ArrayBuffer> }
> = new Map([
  [
    'svg',
    {
      type: 'image/svg+xml',
      write: (link: string) => toSvgSource(createCode(link), { ...colors, xmlDeclaration: true }),
    },
  ],
  [
    'png',
    {
      type: 'image/png',
      write: (link: string) =>
        new Uint8Array(
          toPngBuffer(createCode(link), { on: [0, 0, 0], off: [255, 255, 255], scale: 16 }),
        ),
    },
  ],
])

/** Draws the code of a link as the address of a picture, which asks the service for nothing. */
export function drawCode(link: string): string {
  return toSvgDataURL(createCode(link), colors)
}
