import { join } from 'node:path'
import { rolldown } from 'rolldown'
import type { Plugin } from 'vite'

/** The scripts of the service's own pages, by the name of their file. */
const sources = {
  desk: 'src/service/desk/browser/script.ts',
  refund: 'src/service/payment-page/refund-page/script.ts',
}

/** Writes the scripts of the service's own pages beside the widget, each as one file. */
export function pageScripts(): Plugin {
  let root = ''
  return {
    name: 'page-scripts',
    configResolved(config) {
      root = config.root
    },
    async generateBundle() {
      for (const [name, source] of Object.entries(sources)) {
        const input = join(root, source)
        const bundle = await rolldown({ cwd: root, input, platform: 'browser' })
        const { output } = await bundle.generate({ format: 'es', minify: true })
        await bundle.close()
        this.emitFile({ type: 'asset', fileName: `${name}.mjs`, source: output[0].code })
      }
    },
  }
}
