import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import type { Plugin } from 'vite'

const source = 'src/service/payment-page/receipt-page'

/**
 * Writes the page that checks receipts as one file, with its style, its script, and a policy that allows these two and
 * nothing else. The service writes its keys into it.
 */
export function receiptPage(): Plugin {
  let root = ''
  return {
    name: 'receipt-page',
    configResolved(config) {
      root = config.root
    },
    async generateBundle() {
      const [page, css, js] = await Promise.all([
        readFile(join(root, source, 'page.html'), 'utf8'),
        readFile(join(root, source, 'style.css'), 'utf8'),
        bundleScript(root),
      ])
      const policy = [
        "default-src 'none'",
        "connect-src 'none'",
        `script-src '${computeHash(js)}'`,
        `style-src '${computeHash(css)}'`,
        'img-src data:',
        "base-uri 'none'",
        "form-action 'none'",
        "require-trusted-types-for 'script'",
      ].join('; ')
      const parts: Record<string, string> = {
        policy: `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
        style: `<style>${css}</style>`,
        script: `<script>${js}</script>`,
      }
      // A function, because `$` in a script means nothing here.
      const html = page.replace(
        /<!-- (policy|style|script) -->/g,
        (_, name: string) => `${parts[name]}`,
      )
      this.emitFile({ type: 'asset', fileName: 'receipt-page.html', source: html })
    },
  }
}

async function bundleScript(root: string): Promise<string> {
  const bundle = await rolldown({
    cwd: root,
    input: join(root, source, 'script.ts'),
    platform: 'browser',
  })
  const { output } = await bundle.generate({ format: 'iife', minify: true })
  await bundle.close()
  // Inside a string, where `\/` is `/`.
  return output[0].code.replaceAll('</script', '<\\/script')
}

/** Returns the hash of an inline script or style, as a policy names it. */
function computeHash(content: string): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`
}
