import { join } from 'node:path'
import { rolldown } from 'rolldown'
import type { Plugin } from 'vite'

/** Writes the script of the desk beside the widget, as one file that the service serves. */
export function deskScript(): Plugin {
  let root = ''
  return {
    name: 'desk-script',
    configResolved(config) {
      root = config.root
    },
    async generateBundle() {
      const input = join(root, 'src/service/desk/browser/script.ts')
      const bundle = await rolldown({ cwd: root, input, platform: 'browser' })
      const { output } = await bundle.generate({ format: 'es', minify: true })
      await bundle.close()
      this.emitFile({ type: 'asset', fileName: 'desk.mjs', source: output[0].code })
    },
  }
}
