import { defineConfig, type Plugin } from 'vite'

/** The script tag: one small entry, and chunks beside it that load when they are needed. */
export default defineConfig({
  base: './',
  publicDir: false,
  plugins: [omitModal(), hardenZod(), hardenExports()],
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
        // Marks for bundlers, which a browser has no use for.
        comments: { annotation: false },
        entryFileNames: '[name].js',
        chunkFileNames: 'pay-charge-[name]-[hash].js',
      },
    },
  },
})

/**
 * Makes zod work on pages whose old libraries have added properties to Object.prototype. There a property descriptor
 * that is written as a literal inherits `value` or `get`, and `for … in` lists properties that are not the object's own.
 *
 * Only zod's own files are changed, and only for the script tag: the npm build imports zod unchanged, so that whoever
 * bundles it for such a page has to do the same. test/attack/browser/hostile-page.e2e.test.ts fails if a later version of
 * zod is written in another way.
 */
function hardenZod(): Plugin {
  return {
    name: 'harden-zod',
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

/** Leaves out WalletConnect's own window, which the library would load on demand: the card shows the code itself. */
function omitModal(): Plugin {
  const empty = '\0without-modal'
  return {
    name: 'omit-modal',
    enforce: 'pre',
    resolveId: { filter: { id: /^@reown\/appkit/ }, handler: () => empty },
    load: { filter: { id: /without-modal$/ }, handler: () => 'export {}' },
  }
}

/** Changes the bundler's own helper, which defines the exports of a chunk, for the same reason as {@link hardenZod}. */
function hardenExports(): Plugin {
  const helper = /for\s?\(var (\w+) in (\w+)\)\s?([\w$]+)\((\w+),\s?\1,\s?\{\s?get:/g
  return {
    name: 'harden-exports',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        chunk.code = chunk.code.replace(
          helper,
          'for(var $1 of Object.keys($2))$3($4,$1,{__proto__:null,get:',
        )
      }
    },
  }
}
