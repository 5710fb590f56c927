/** A package that is published, built from this repository. */
export interface PublishedPackage {
  name: string
  description: string
  keywords: readonly string[]
  /** What is imported from it: the path behind its name, and the entry in dist, without its extension. */
  entries: Readonly<Record<string, string>>
  /** Files that are imported as they are. */
  assets: Readonly<Record<string, string>>
  bin?: Readonly<Record<string, string>>
  /** Files of dist/ that importing for its effect alone is for. */
  sideEffects: readonly string[]
  /** Files that editors find by fields of package.json. */
  editorFiles?: Readonly<Record<string, string>>
  /** Whether it has the element, whose checks are then compiled as in the script tag. */
  hasElement?: boolean
  /** The file of dist/ that unpkg and jsDelivr serve under the package's name. */
  cdnFile?: string
  /** What of dist/ belongs to it: folders with a slash at their end, and modules without their extension. */
  parts: readonly string[]
  /** Files of dist/ in these parts that stay out. */
  omits?: RegExp
  /** Files of the repository, by their name in the package. */
  documents: Readonly<Record<string, string>>
  dependencies: readonly string[]
  /**
   * Whether every installation has exactly the versions of the lockfile, in npm-shrinkwrap.json: for what is run, and not
   * built into something else.
   */
  isLocked?: boolean
  optionalPeers: readonly string[]
  /**
   * Frameworks whose types are extended, in any version: a store has one of them. Package managers that keep packages apart
   * find them only by this.
   */
  typePeers: readonly string[]
}

/**
 * The oldest version of each library that a shop's package works with. A shop that has a library itself, in any version from
 * this one on of the same major, gets no second copy. `npm run test:oldest` tries the oldest ones, and every other test
 * those of the lockfile. Where it is an exact version, the library has no stable interface, or is replaced with care.
 */
export const versionRanges: Readonly<Record<string, string>> = {
  // Before 1.0, so of this minor version alone.
  '@remix-run/node-fetch-server': '^0.14.0',
  '@wagmi/core': '^3.4.0',
  // docs/decisions.md says why not a later one.
  '@walletconnect/ethereum-provider': '2.21.8',
  // Before, it does not know all addresses that are nobody's (3fff::/20, RFC 9637).
  'ipaddr.js': '^2.5.0',
  'lean-qr': '^2.7.1',
  lit: '^3.3.0',
  // The oldest that a shop is likely to have; test/examples/react has it.
  react: '^18.2.0 || ^19.0.0',
  standardwebhooks: '^1.1.0',
  viem: '^2.48.0',
  zod: '^4.3.0',
}

const common = { LICENSE: 'LICENSE', 'CHANGELOG.md': 'CHANGELOG.md' }

export const packages: readonly PublishedPackage[] = [
  {
    name: 'pay-charge',
    description:
      'A crypto checkout in one script tag and one element: the payer sees the price, connects a wallet, sends the token transfer and never leaves the store.',
    keywords: [
      'checkout',
      'payments',
      'web-component',
      'stablecoin',
      'ethereum',
      'wallet',
      'usdc',
      'lit',
    ],
    entries: {
      '.': 'index',
      './define': 'pay-charge',
      './preview': 'preview',
      './ssr': 'ssr',
      './api': 'api/index',
      './proxy': 'proxy',
      './express': 'proxy/adapters/express',
      './fastify': 'proxy/adapters/fastify',
      './hono': 'proxy/adapters/hono',
      './next': 'proxy/adapters/next',
      './react': 'frameworks/react',
      './preact': 'frameworks/preact',
      './solid': 'frameworks/solid',
      './svelte': 'frameworks/svelte',
      './vue': 'frameworks/vue',
    },
    assets: {
      './pay-charge.js': 'browser/pay-charge.js',
      './integrity.json': 'browser/integrity.json',
      './custom-elements.json': 'custom-elements.json',
      './web-types.json': 'web-types.json',
      './vscode.html-custom-data.json': 'vscode.html-custom-data.json',
      './vscode.css-custom-data.json': 'vscode.css-custom-data.json',
    },
    editorFiles: { customElements: 'custom-elements.json', 'web-types': 'web-types.json' },
    hasElement: true,
    cdnFile: 'browser/pay-charge.js',
    sideEffects: ['pay-charge.js', 'element/first/request-early.js', 'browser/pay-charge.js'],
    parts: [
      ...[
        'index',
        'pay-charge',
        'preview',
        'ssr',
        'proxy',
        'errors',
        'amount',
        'money',
        'typed-number',
        'client-address',
      ],
      ...['api/', 'checkout/', 'element/', 'wallet/', 'proxy/', 'frameworks/', 'browser/'],
    ],
    omits: /^browser\/(desk|refund)\.mjs(\.map)?$/,
    documents: { ...common, 'README.md': 'README.md' },
    dependencies: [
      '@remix-run/node-fetch-server',
      '@wagmi/core',
      'ipaddr.js',
      'lean-qr',
      'lit',
      'standardwebhooks',
      'viem',
      'zod',
    ],
    optionalPeers: ['@walletconnect/ethereum-provider', 'react'],
    typePeers: ['@types/react', 'preact', 'solid-js', 'svelte', 'vue'],
  },
  {
    name: 'pay-charge-service',
    description:
      'The service behind <pay-charge>: charges, payments that it checks on the chain, webhooks and hosted payment pages. With the command pay-charge.',
    keywords: ['checkout', 'payments', 'stablecoin', 'ethereum', 'webhooks', 'usdc', 'service'],
    entries: { '.': 'service' },
    assets: {},
    bin: { 'pay-charge': 'cli.js' },
    sideEffects: [],
    parts: [
      'service',
      'cli',
      'errors',
      'amount',
      'money',
      'typed-number',
      'client-address',
      'service/',
      'api/',
      'browser/',
    ],
    // The hosted pages load these files; nobody debugs them from here.
    omits: /^browser\/(.*\.map|script-tags\.html)$/,
    documents: { ...common, 'README.md': 'scripts/pack/service-readme.md' },
    isLocked: true,
    dependencies: [
      '@electric-sql/pglite',
      '@fontsource-variable/inter',
      '@fontsource-variable/noto-sans-arabic',
      '@fontsource-variable/noto-sans-devanagari',
      '@fontsource-variable/noto-sans-hebrew',
      '@fontsource-variable/noto-sans-jp',
      '@fontsource-variable/noto-sans-kr',
      '@fontsource-variable/noto-sans-sc',
      '@hono/node-server',
      '@resvg/resvg-wasm',
      'commander',
      'dataloader',
      'hono',
      'ipaddr.js',
      'kysely',
      'lean-qr',
      'nodemailer',
      'ox',
      'pg',
      'pino',
      'prom-client',
      'rate-limiter-flexible',
      'standardwebhooks',
      'uuid',
      'viem',
      'write-excel-file',
      'zod',
    ],
    optionalPeers: [],
    typePeers: [],
  },
]
