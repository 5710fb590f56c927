import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Who may import whom. A room is the longest of these paths that a file begins with; an entry is no room and may import
 * anything, and nothing may import an entry.
 */
const rooms: Record<string, readonly (string | RegExp)[]> = {
  'src/errors.ts': [],
  'src/amount.ts': ['src/errors.ts'],
  'src/money.ts': ['src/amount.ts'],
  'src/typed-number.ts': [],
  'src/client-address.ts': ['ipaddr.js'],
  'src/api': ['src/errors.ts', 'src/amount.ts', 'zod/mini', 'standardwebhooks'],
  // Reads calls for the proxy and the service; a browser has no use for it.
  'src/api/server': ['src/api', 'src/errors.ts', 'zod/mini', 'zod/v4/locales/en.js'],
  'src/checkout': ['src/api', 'src/errors.ts', 'src/amount.ts'],
  'src/checkout/quote': ['src/checkout/ports', 'src/api', 'src/errors.ts', 'src/amount.ts'],
  // Arithmetic: what is done for a transition stands in effects, which import it and never the other way.
  'src/checkout/transitions': [
    'src/checkout/quote',
    'src/checkout/ports',
    'src/checkout/state.ts',
    'src/checkout/steps.ts',
    'src/api',
    'src/errors.ts',
  ],
  'src/checkout/effects': ['src/checkout', 'src/api', 'src/errors.ts'],
  'src/wallet': [
    'src/checkout/ports',
    // A quote: what is paid, to whom.
    'src/checkout/quote/payment-option.ts',
    'src/api/formats.ts',
    'src/api/chains',
    'src/api/erc8021.ts',
    // What an account signs so that somebody else sends its payment, and how the service offers it.
    'src/api/authorizations.ts',
    'src/api/schemas/payments/authorization.ts',
    'src/errors.ts',
    'src/amount.ts',
    /^viem(\/|$)/,
    /^@wagmi\/core(\/|$)/,
    /^@walletconnect\//,
  ],
  'src/element': [
    'src/checkout',
    'src/api',
    'src/errors.ts',
    'src/amount.ts',
    'src/money.ts',
    'src/typed-number.ts',
    /^lit(\/|$)/,
    /^lean-qr(\/|$)/,
  ],
  'src/element/first': [
    'src/element/theme',
    'src/element/i18n',
    'src/element/attributes.ts',
    'src/checkout',
    'src/api',
    'src/errors.ts',
    'src/money.ts',
    /^lit(\/|$)/,
  ],
  // Types for the templates of each framework, made of the element's own. React needs a component.
  'src/frameworks/react.ts': ['src/element', 'react'],
  'src/frameworks': ['src/element', 'react', 'preact', 'solid-js', 'svelte', 'vue'],
  'src/proxy': [
    'src/api',
    'src/client-address.ts',
    'src/errors.ts',
    '@remix-run/node-fetch-server',
    'node:http',
    // With the first signed transfer that it sends.
    'viem',
  ],
}

const contract = ['src/api', 'src/errors.ts', 'src/amount.ts', 'src/money.ts']

/**
 * The subjects of the service, and those that each may use. A subject is a folder: its rules in files, and what they are used by in
 * folders beside them.
 */
const subjects: Readonly<Record<string, readonly string[]>> = {
  agents: ['relayer', 'payments', 'charges', 'rates', 'accounts'],
  unmatched: ['payments', 'charges', 'webhooks', 'rates', 'accounts'],
  refunds: ['payments', 'charges', 'webhooks', 'rates', 'accounts'],
  books: ['payments', 'charges', 'rates', 'accounts'],
  relayer: ['payments', 'charges', 'webhooks', 'rates', 'accounts'],
  payments: ['charges', 'webhooks', 'rates', 'accounts'],
  requests: ['charges', 'rates', 'accounts'],
  'payment-links': ['charges', 'rates', 'accounts'],
  charges: ['webhooks', 'rates', 'accounts'],
  webhooks: ['accounts'],
  mail: ['charges', 'webhooks', 'rates', 'accounts'],
  rates: ['accounts'],
  accounts: [],
}

type Places = readonly (string | RegExp)[]

/** What the rules of a subject may use: hashes and ids, and no database, chain or HTTP. */
const rulePackages: Places = ['zod/mini', 'ox/Hash', 'uuid', 'node:crypto']
/** The folders of a subject beside its rules, with what each may use besides the rules. */
const folders: Readonly<Record<string, { rooms: Places; packages: Places }>> = {
  store: { rooms: ['db'], packages: [/^kysely(\/|$)/, 'dataloader', /^node:/] },
  routes: { rooms: ['http', 'openapi'], packages: [/^hono(\/|$)/, 'zod/mini', 'pino', /^node:/] },
  // Its parts are those of the payment page.
  page: { rooms: ['http', 'payment-page'], packages: [/^hono(\/|$)/, 'pino', /^node:/] },
  commands: {
    rooms: ['http'],
    packages: [/^hono(\/|$)/, 'commander', 'standardwebhooks', /^node:/],
  },
  watch: { rooms: ['watcher'], packages: ['pino', /^node:/] },
  read: { rooms: [], packages: ['pino', /^node:/] },
  send: { rooms: [], packages: ['standardwebhooks', 'ipaddr.js', 'pino', /^node:/] },
  chain: { rooms: ['chain'], packages: ['ox/Address', /^viem(\/|$)/, 'node:timers/promises'] },
}
/** What is known of chains without a node. */
const chainRules = ['chain/types', 'chain/proof', 'chain/rules']
const allSubjects = Object.keys(subjects)
const inService = (names: Places): Places =>
  names.map((name) => (typeof name === 'string' ? `src/service/${name}` : name))

/** The rooms of the service beside the subjects. What composes them passes each what it needs of another. */
const serviceRooms: Readonly<Record<string, { rooms: readonly string[]; packages: Places }>> = {
  kernel: { rooms: [], packages: [...rulePackages, /^node:stream/] },
  texts: { rooms: ['kernel'], packages: ['node:fs', 'hono/html', 'hono/utils/html'] },
  'chain/types': { rooms: ['kernel'], packages: [] },
  chain: {
    rooms: ['kernel'],
    packages: ['ox/Address', 'ox/Hash', /^viem(\/|$)/, 'node:timers/promises'],
  },
  db: {
    rooms: ['kernel', 'chain/types'],
    packages: [
      /^kysely(\/|$)/,
      'dataloader',
      'pg',
      'rate-limiter-flexible',
      /^@electric-sql\/pglite/,
      /^node:/,
    ],
  },
  // Rows have the values of the rules.
  'db/tables': { rooms: ['chain/types', ...allSubjects], packages: ['kysely'] },
  http: {
    rooms: ['kernel', ...chainRules, 'texts', 'openapi', ...allSubjects],
    packages: [/^hono(\/|$)/, '@hono/node-server', 'zod/mini', 'pino', 'commander', /^node:/],
  },
  watcher: { rooms: ['kernel', ...chainRules, ...allSubjects], packages: ['pino', /^node:/] },
  openapi: { rooms: [], packages: ['zod/mini'] },
  operate: {
    rooms: ['kernel', ...chainRules, 'http', 'openapi', ...allSubjects],
    packages: [
      'src/client-address.ts',
      /^hono(\/|$)/,
      'prom-client',
      'rate-limiter-flexible',
      'pino',
      /^node:/,
    ],
  },
  desk: {
    rooms: ['kernel', ...chainRules, 'http', 'openapi', 'texts', ...allSubjects],
    packages: [/^hono(\/|$)/, 'zod/mini', 'node:crypto', 'src/typed-number.ts', /^lean-qr(\/|$)/],
  },
  'payment-page': {
    rooms: ['kernel', ...chainRules, 'http', 'openapi', 'texts', ...allSubjects],
    packages: [/^hono(\/|$)/, 'pino', /^node:/],
  },
  // In the thread that draws.
  'payment-page/link-preview': {
    rooms: ['kernel', ...chainRules, 'http', 'texts', ...allSubjects],
    packages: [/^hono(\/|$)/, '@resvg/resvg-wasm', /^node:/],
  },
  // Runs in the browser of a payer who is refunded.
  'payment-page/refund-page': { rooms: [], packages: [] },
  // The keyboard of the desk, in the browsers of the merchant's people.
  'desk/browser': { rooms: [], packages: [] },
}
for (const [name, { rooms: its, packages }] of Object.entries(serviceRooms))
  rooms[`src/service/${name}`] = [...inService(its), ...contract, ...packages]
for (const [subject, below] of Object.entries(subjects)) {
  const rules = [subject, ...below]
  rooms[`src/service/${subject}`] = [
    ...inService([...below, 'kernel', ...chainRules]),
    ...contract,
    ...rulePackages,
  ]
  for (const [folder, { rooms: its, packages }] of Object.entries(folders))
    rooms[`src/service/${subject}/${folder}`] = [
      ...inService([...rules, ...its, 'kernel', ...chainRules, 'texts']),
      ...contract,
      ...packages,
    ]
}

// Workbooks, in a thread of their own.
rooms['src/service/books/routes/formats'] = [
  ...(rooms['src/service/books/routes'] ?? []),
  'write-excel-file/node',
]

// Messages, and the library that hands them over.
rooms['src/service/mail/send'] = [
  ...(rooms['src/service/mail/send'] ?? []),
  'hono/html',
  /^nodemailer\//,
]

/** They compose; so do the element's lazy import of the wallet, and types, which cost nothing. */
const composers = [
  'src/ssr.ts',
  'src/pay-charge.ts',
  'src/index.ts',
  'src/preview.ts',
  'src/proxy.ts',
  'src/service.ts',
  'src/cli.ts',
  'src/service/app',
  'src/service/cli',
  'demo',
]
const entries = [
  'src/ssr.ts',
  'src/pay-charge.ts',
  'src/index.ts',
  'src/preview.ts',
  'src/proxy.ts',
  'src/service.ts',
  'src/cli.ts',
]

const files = globSync('{src,demo}/**/*.ts', { cwd: root }).map(normalize)

const within = (path: string, place: string) => path === place || path.startsWith(`${place}/`)

function roomOf(path: string): string | undefined {
  const places = [...Object.keys(rooms), ...composers].filter((place) => within(path, place))
  return places.sort((a, b) => b.length - a.length)[0]
}

interface Import {
  from: string
  to: string
  typeOnly: boolean
  dynamic: boolean
}

function importsOf(path: string): Import[] {
  // The examples of docstrings import the package by its name.
  const text = readFileSync(join(root, path), 'utf8').replace(/\/\*\*[\s\S]*?\*\//g, '')
  const found: Import[] = []
  const target = (name: string) =>
    name.startsWith('.') ? normalize(join(dirname(path), name)) : name
  for (const [, type, name = ''] of text.matchAll(
    /^(?:import|export)(\s+type)?\b[^'"`;]*?from\s+'([^']+)'/gm,
  )) {
    found.push({ from: path, to: target(name), typeOnly: !!type, dynamic: false })
  }
  for (const [, name = ''] of text.matchAll(/^import\s+'([^']+)'/gm)) {
    found.push({ from: path, to: target(name), typeOnly: false, dynamic: false })
  }
  for (const [, name = ''] of text.matchAll(/(?<!typeof )\bimport\('([^']+)'\)/g)) {
    found.push({ from: path, to: target(name), typeOnly: false, dynamic: true })
  }
  return found
}

/** The folder of a subject that a file of the service lies in, beside the subject's rules; undefined for rules, and for any other file. */
function folderOf(path: string): string | undefined {
  const [, , subject = '', folder = ''] = path.split('/')
  return within(path, 'src/service') && subject in subjects && folder in folders
    ? folder
    : undefined
}

/** Whether a file may know a subject's folder: its store by its types alone, and what answers calls only to answer them. */
function mayReach(from: string, folder: string, typeOnly: boolean): boolean {
  const user = folderOf(from) ?? from.split('/')[2] ?? ''
  if (user === folder) return true
  if (folder === 'store') return typeOnly && !(user in subjects)
  return folder === 'routes' && ['desk', 'payment-page', 'page', 'operate'].includes(user)
}

function isAllowed({ from, to, typeOnly, dynamic }: Import): boolean {
  const room = roomOf(from)
  if (room === undefined) return false
  if (composers.includes(room)) return true
  if (roomOf(to) === room) return true
  const folder = folderOf(to)
  if (folder !== undefined && !mayReach(from, folder, typeOnly)) return false
  if (folder === undefined && folderOf(from) === undefined && within(to, room)) return true
  // Whoever is given a store knows it by its type.
  if (within(room, 'src/service') && within(to, 'src/service/db') && typeOnly)
    return !((room.split('/').at(-1) ?? '') in subjects)
  // A module of types alone costs a page nothing.
  if (room === 'src/frameworks' && !typeOnly) return false
  // The wallet's code is loaded when the payer wants to pay.
  if (within(room, 'src/element') && within(to, 'src/wallet')) return typeOnly || dynamic
  // What loads before the price names what loads after it by its types alone. integrity.test.ts holds the build against it.
  if (room === 'src/element/first' && within(to, 'src/element/checkout')) return typeOnly || dynamic
  return (rooms[room] ?? []).some((place) =>
    typeof place === 'string' ? within(to, place) : place.test(to),
  )
}

test('every file of src lies in a room', () => {
  const homeless = files.filter((path) => path.startsWith('src/') && roomOf(path) === undefined)
  assert.deepEqual(homeless, [])
})

test('no room imports what it may not', () => {
  const wrong = files.flatMap(importsOf).filter((one) => !isAllowed(one))
  assert.deepEqual(
    wrong.map(({ from, to }) => `${from} -> ${to}`),
    [],
  )
})

test('nothing imports an entry but the demo', () => {
  const wrong = files
    .filter((path) => !path.startsWith('demo/'))
    .flatMap(importsOf)
    .filter(({ to }) => entries.includes(to))
  assert.deepEqual(
    wrong.map(({ from, to }) => `${from} -> ${to}`),
    [],
  )
})

/** Groups of files that reach each other by their imports, those of types included, and lazy ones. */
function circles(imports: Map<string, string[]>): string[][] {
  const found: string[][] = []
  const reach = new Map<string, Set<string>>()
  for (const start of imports.keys()) {
    const seen = new Set<string>()
    const open = [start]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (const to of imports.get(next) ?? []) {
        if (seen.has(to)) continue
        seen.add(to)
        open.push(to)
      }
    }
    reach.set(start, seen)
  }
  for (const file of imports.keys()) {
    if (!reach.get(file)?.has(file) || found.some((circle) => circle.includes(file))) continue
    found.push(
      [...imports.keys()].filter((to) => reach.get(file)?.has(to) && reach.get(to)?.has(file)),
    )
  }
  return found
}

test('no files import each other in a circle, types included', () => {
  const known = new Set(files)
  const graph = new Map(
    files.map((path) => [
      path,
      importsOf(path)
        .map(({ to }) => to)
        .filter((to) => known.has(to)),
    ]),
  )
  assert.deepEqual(circles(graph), [])
  // The rule can fail.
  assert.deepEqual(
    circles(
      new Map([
        ['a', ['b']],
        ['b', ['c']],
        ['c', ['b']],
      ]),
    ),
    [['b', 'c']],
  )
})

test('no folders of the service import each other in a circle, types included', () => {
  const placeOf = (path: string) => roomOf(path) ?? path
  const graph = new Map<string, string[]>()
  for (const { from, to } of files
    .filter((path) => within(path, 'src/service'))
    .flatMap(importsOf)) {
    const [user, used] = [placeOf(from), placeOf(to)]
    if (!within(to, 'src/service') || user === used) continue
    graph.set(user, [...(graph.get(user) ?? []), used])
  }
  assert.deepEqual(circles(graph), [])
})

/** A file that lies loose in the element's folder, or a folder of it with all that is in it. */
const floorOfElement = (path: string) => path.split('/').slice(0, 3).join('/')

/** What each floor of the element imports of the others, types and lazy code included. */
function listElementFloors(paths: readonly string[]): Map<string, string[]> {
  const floorsOfElement = new Map(
    paths.map((path): [string, string[]] => [floorOfElement(path), []]),
  )
  for (const { from, to } of paths.flatMap(importsOf)) {
    if (!within(to, 'src/element') || floorOfElement(from) === floorOfElement(to)) continue
    floorsOfElement.get(floorOfElement(from))?.push(floorOfElement(to))
  }
  return floorsOfElement
}

/** The floors from one down to the lowest below it. */
function height(imports: ReadonlyMap<string, readonly string[]>, floor: string): number {
  return 1 + Math.max(0, ...(imports.get(floor) ?? []).map((below) => height(imports, below)))
}

test('the element has at most eight floors, every arrow down, and few loose files', () => {
  const imports = listElementFloors(files.filter((path) => within(path, 'src/element')))
  assert.deepEqual(circles(imports), [])
  const heights = [...imports.keys()].map((floor) => height(imports, floor))
  assert.ok(Math.max(...heights) <= 8, `The element has ${Math.max(...heights)} floors.`)
  const loose = [...imports.keys()].filter((floor) => floor.endsWith('.ts'))
  assert.ok(loose.length <= 12, `${loose.length} files lie loose: ${loose.join(', ')}.`)
  // The rule can fail.
  assert.equal(
    height(
      new Map([
        ['a', ['b', 'c']],
        ['b', ['c']],
        ['c', []],
      ]),
      'a',
    ),
    3,
  )
})

test('the rule can fail: the element may not import later code up front, nor the proxy the service', () => {
  const bad = (from: string, to: string) => isAllowed({ from, to, typeOnly: false, dynamic: false })
  assert.equal(bad('src/element/pay-charge.ts', 'src/wallet/index.ts'), false)
  assert.equal(bad('src/element/first/order.ts', 'src/element/checkout/checkout.ts'), false)
  assert.equal(bad('src/proxy/pay-proxy.ts', 'src/service/app/create.ts'), false)
  assert.equal(bad('src/element/pay-charge.ts', 'viem'), false)
  assert.equal(
    bad('src/service/refunds/store/refunds.ts', 'src/service/chain/nodes/nodes.ts'),
    false,
  )
  assert.equal(
    bad('src/service/refunds/routes/refunds.ts', 'src/service/refunds/store/refunds.ts'),
    false,
  )
  assert.equal(bad('src/service/charges/records.ts', 'src/service/charges/store/charges.ts'), false)
  assert.equal(bad('src/service/charges/records.ts', 'src/service/refunds/records.ts'), false)
})
