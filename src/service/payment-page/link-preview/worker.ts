import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parentPort } from 'node:worker_threads'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { drawPicture } from './draw.ts'
import type { PictureFacts } from './picture.ts'
import type { Drawing } from './render.ts'

// The thread that draws pictures, one after the other, so that no call waits for a drawing.

await initWasm(readFileSync(fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'))))

parentPort?.on('message', (facts: PictureFacts) => {
  const drawing = drawPicture(facts, measureDrawing)
  parentPort?.postMessage(drawing && render(drawing))
})

function parse({ svg, fonts }: Drawing) {
  return new Resvg(svg, { font: { fontBuffers: fonts, defaultFontFamily: 'Inter' } })
}

function measureDrawing(drawing: Drawing): number {
  const parsed = parse(drawing)
  const box = parsed.getBBox()
  try {
    return box ? box.x + box.width : 0
  } finally {
    box?.free()
    parsed.free()
  }
}

function render(drawing: Drawing): Uint8Array {
  const parsed = parse(drawing)
  const image = parsed.render()
  try {
    return image.asPng()
  } finally {
    image.free()
    parsed.free()
  }
}
