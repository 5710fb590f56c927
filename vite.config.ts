import { minify } from 'terser'
import { defineConfig, type Plugin } from 'vite'

/** The script tag: one small entry, and chunks beside it that load when they are needed. */
export default defineConfig({
  base: './/',
  publicDir: false,
  plugins: [leaveOutModal(), squeezeTemplates(), bearPrototypes(), squeezeCode()],
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

/**
 * Old libraries leave things on Object.prototype, and zod, which reads every answer of the proxy, then starts no more: a
 * property descriptor written as a literal inherits `value` or `get`, and `for … in` meets what is not the object's own.
 * Rewritten in zod's own files only, and for the script tag only: the npm build imports zod as it is, so that whoever
 * bundles it for such a page has the same to do. test/attack/browser/hostile-page.test.ts fails where a later zod is
 * written in another way.
 */
function bearPrototypes(): Plugin {
  return {
    name: 'bear-prototypes',
    transform: {
      filter: { id: /node_modules\/zod\/.*\.js$/ },
      handler(code) {
        const own = code
          .replace(/(Object\.defineProperty\([^{}()]*, |\b_zodDesc = )\{/g, '$1{ __proto__: null,')
          .replace(
            /\bfor \((const|let) (\w+) in ([\w.]+)\) \{/g,
            'for ($1 $2 in $3) { if (!Object.hasOwn($3, $2)) continue;',
          )
        return { code: own, map: null }
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
        // The bundler's own helper, which gives a chunk its exports, has to bear the same as zod.
        const helper = /for\(var (\w+) in (\w+)\)([\w$]+)\((\w+),\1,\{get:/g
        chunk.code = code.replace(
          helper,
          'for(var $1 of Object.keys($2))$3($4,$1,{__proto__:null,get:',
        )
        Object.assign(chunk, { map })
      }
    },
  }
}
