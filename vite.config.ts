import { minify } from 'terser'
import { defineConfig, type Plugin } from 'vite'

/** The script tag: one small entry, and chunks beside it that load when they are needed. */
export default defineConfig({
  base: './',
  publicDir: false,
  plugins: [leaveOutModal(), squeezeTemplates(), squeezeCode()],
  build: {
    outDir: 'dist/browser',
    target: 'es2023',
    sourcemap: true,
    reportCompressedSize: false,
    // As a library, imports stay what they are: no helper that preloads, which a page's CSP would have to know.
    lib: { entry: { 'pay-charge': 'src/pay-charge.ts' }, formats: ['es'] },
    rolldownOptions: {
      preserveEntrySignatures: false,
      output: {
        minify: true,
        entryFileNames: '[name].js',
        chunkFileNames: 'pay-charge-[name]-[hash].js',
      },
    },
  },
})

/** White space in Lit's templates is bytes on the wire and nodes in the page; between tags and in CSS it means nothing. */
function squeezeTemplates(): Plugin {
  return {
    name: 'squeeze-templates',
    enforce: 'pre',
    transform: {
      filter: { id: /src\/element\/.*\.ts$/ },
      handler(code) {
        // What follows a template within a template is met by its tags alone.
        const joined = code.replace(/\n\s+(?=<\/?[a-z])/g, ' ')
        const squeezed = joined.replace(/\b(css|html|svg)`[^`]*`/g, (template, tag: string) => {
          const text = template.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\s+/g, ' ')
          return tag === 'css' ? text.replace(/\s?([{};,])\s?/g, '$1').replace(/: /g, ':') : text
        })
        return { code: squeezed, map: null }
      },
    },
  }
}

/** WalletConnect's own window: the library would load it on demand, and the card shows its code itself. */
function leaveOutModal(): Plugin {
  const empty = '\0without-modal'
  return {
    name: 'leave-out-modal',
    enforce: 'pre',
    resolveId: { filter: { id: /^@reown\/appkit/ }, handler: () => empty },
    load: { filter: { id: /without-modal$/ }, handler: () => 'export {}' },
  }
}

/** Terser after the bundler's own minifier: together they leave 2 % less than either alone. */
function squeezeCode(): Plugin {
  return {
    name: 'squeeze-code',
    async generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        // WalletConnect is three times the rest: it would take most of the time, on a click of few.
        if (chunk.type !== 'chunk' || !chunk.map || chunk.code.length > 200_000) continue
        const { code, map } = await minify(chunk.code, {
          module: true,
          compress: { passes: 3, ecma: 2020, unsafe_arrows: true },
          sourceMap: { content: JSON.stringify(chunk.map), asObject: true },
        })
        if (code === undefined) throw new Error(`${chunk.fileName} came out empty.`)
        chunk.code = code
        Object.assign(chunk, { map })
      }
    },
  }
}
