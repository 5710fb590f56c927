import { defineConfig, type Plugin, parseSync, Visitor } from 'vite'
import { handOver } from './scripts/integrity/hand-over.ts'
import { releaseFiles } from './scripts/integrity/release-files.ts'
import { verifyChunks } from './scripts/integrity/verify-chunks.ts'
import { pageScripts } from './scripts/page-scripts.ts'
import { compileSchemas } from './scripts/schemas/compile-schemas.ts'

/** The script tag: one small entry, and chunks beside it that load when they are needed. */
export default defineConfig({
  base: './',
  publicDir: false,
  plugins: [
    omitModal(),
    compileSchemas(),
    hardenLibraries(),
    hardenExports(),
    handOver(),
    verifyChunks(),
    releaseFiles(),
    pageScripts(),
  ],
  build: {
    outDir: 'dist/browser',
    // "Baseline widely available" in November 2026, as docs/attributes.md says. test/e2e/browsers.e2e.test.ts takes away what these
    // browsers lack.
    target: ['chrome123', 'edge123', 'firefox124', 'safari17.5'],
    // For the release, which has them apart: three quarters of the folder, which most stores only copy to their host.
    sourcemap: 'hidden',
    // Of everybody whose code is in the files.
    license: { fileName: 'licenses.md' },
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
        chunkFileNames: ({ name, facadeModuleId }) =>
          facadeModuleId?.includes('/@walletconnect/ethereum-provider/')
            ? 'pay-charge-walletconnect-library-[hash].js'
            : `pay-charge-${name}-[hash].js`,
        // Nearly all of the entry runs before the price. V8 then compiles it while it downloads, beside the main thread,
        // and not function by function when each is first called: https://v8.dev/blog/explicit-compile-hints
        postBanner: ({ isEntry }) => (isEntry ? '//# allFunctionsCalledOnLoad' : ''),
        // Everything that the price needs in one file. Left to itself, the bundler puts what all chunks share into a
        // chunk of its own, which a browser learns of only after the entry: a round trip before the price.
        codeSplitting: {
          groups: [
            { name: 'pay-charge', tags: ['$initial'] },
            // Small files that every checkout needs, and that every wallet needs. Each file costs the bytes of its hash as well.
            {
              name: 'assets',
              test: /\/src\/(api\/chains\/(chains|dollar-tokens)|checkout\/quote\/(payment-assets|reservation))\.ts$/,
            },
            {
              name: 'errors',
              test: /\/(src\/wallet\/errors\.ts|viem\/_esm\/utils\/promise\/withRetry\.js)$/,
            },
          ],
        },
      },
    },
  },
})

/**
 * Makes libraries work on pages whose old scripts have added properties to Object.prototype. There a property descriptor
 * inherits `value`, `get` or `set`.
 *
 * Libraries are changed for the script tag only: the npm build imports them unchanged, so that whoever bundles it for such
 * a page has to do the same. test/attack/browser/hostile-page.e2e.test.ts fails if they are written in another way.
 */
function hardenLibraries(): Plugin {
  return {
    name: 'harden-libraries',
    transform: {
      filter: { id: /node_modules\/.*\.[cm]?js$/, code: 'defineProperty(' },
      handler(code, id) {
        return { code: withOwnDescriptors(id, code), map: null }
      },
    },
  }
}

/** Takes away the prototype of each descriptor that is given to `Object.defineProperty`. */
function withOwnDescriptors(id: string, code: string): string {
  const edits: [at: number, text: string][] = []
  new Visitor({
    CallExpression({ callee, arguments: [, , descriptor] }) {
      if (code.slice(callee.start, callee.end) !== 'Object.defineProperty' || !descriptor) return
      const { type, start, end } = descriptor
      if (type === 'ObjectExpression') edits.push([start + 1, ' __proto__: null,'])
      else edits.push([start, '{ __proto__: null, ...'], [end, ' }'])
    },
  }).visit(parseSync(id, code).program)
  let hardened = code
  for (const [at, text] of edits.sort(([a], [b]) => b - a))
    hardened = hardened.slice(0, at) + text + hardened.slice(at)
  return hardened
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

/** Changes the bundler's own helpers, which define the exports of a chunk, for the same reason as {@link hardenLibraries}. */
function hardenExports(): Plugin {
  const list = /for\s?\(var (\w+) in (\w+)\)\s?([\w$]+)\((\w+),\s?\1,\s?\{\s?get:/g
  const define =
    /(,\s?Symbol\.toStringTag,\s?\{|!==\s?\w+\s?&&\s?[\w$]+\(\w+,\s?\w+,\s?\{)\s?(value|get):/g
  return {
    name: 'harden-exports',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        chunk.code = chunk.code
          .replace(list, 'for(var $1 of Object.keys($2))$3($4,$1,{__proto__:null,get:')
          .replace(define, '$1__proto__:null,$2:')
      }
    },
  }
}
