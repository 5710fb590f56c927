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
    /^lit(\/|$)/,
  ],
  // Runs in the browser of a payer who is refunded.
  'src/service/payment-page/refund-page': ['src/api'],
  // The keyboard of the desk, in the browsers of the merchant's people.
  'src/service/desk/browser': [],
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

/**
 * The floors of the service from top to bottom, and which packages each may use. A floor imports those below
 * it, and none beside it.
 */
const floors: readonly Readonly<Record<string, readonly (string | RegExp)[]>>[] = [
  {
    desk: [/^hono(\/|$)/, 'node:crypto'],
    'payment-page': [/^hono(\/|$)/, 'pino', /^node:/],
    operate: [
      'src/client-address.ts',
      /^hono(\/|$)/,
      'prom-client',
      'rate-limiter-flexible',
      'pino',
      /^node:/,
    ],
  },
  { routes: [/^hono(\/|$)/, 'zod/mini', 'pino', /^node:/] },
  { openapi: ['zod/mini'] },
  {
    watcher: ['pino', /^node:/],
    webhooks: ['standardwebhooks', 'ipaddr.js', 'pino', /^node:/],
    store: [
      /^kysely(\/|$)/,
      'dataloader',
      'pg',
      'rate-limiter-flexible',
      /^@electric-sql\/pglite/,
      /^node:/,
    ],
    chain: ['ox/Address', /^viem(\/|$)/, 'node:timers/promises'],
  },
  // Hashes and ids alone: a proof recomputes what an account signed (Keccak), and a reference is one (SHA-256).
  { domain: ['zod/mini', 'ox/Hash', 'uuid', 'node:crypto'], texts: ['node:fs'] },
]
const contract = ['src/api', 'src/errors.ts', 'src/amount.ts']
/** They do not know each other's code, and nothing above imports them: who composes passes them in. */
const byPort = ['watcher', 'webhooks', 'store', 'chain']
/** They are given the store, and know it by its types: what it can do stands there, and nowhere else. */
const usersOfStore = ['desk', 'payment-page', 'operate', 'routes', 'watcher', 'webhooks'].map(
  (name) => `src/service/${name}`,
)

for (const [index, floor] of floors.entries()) {
  const below = floors.slice(index + 1).flatMap((lower) => Object.keys(lower))
  const imported = below.filter((name) => !byPort.includes(name))
  for (const [name, packages] of Object.entries(floor))
    rooms[`src/service/${name}`] = [
      ...imported.map((lower) => `src/service/${lower}`),
      ...contract,
      ...packages,
    ]
}

/** The subjects of the service, the same on every floor that has folders of subjects, and those that each may use. */
const subjects: Readonly<Record<string, readonly string[]>> = {
  books: ['unmatched', 'payments', 'charges', 'accounts'],
  unmatched: ['payments', 'charges', 'accounts'],
  refunds: ['payments', 'charges', 'accounts'],
  relayer: ['payments', 'charges', 'accounts'],
  webhooks: ['payments', 'charges', 'accounts'],
  payments: ['charges', 'accounts'],
  requests: ['charges', 'accounts'],
  charges: ['accounts'],
  accounts: [],
}
const floorsOfSubjects = ['domain', 'store', 'routes', 'commands']

/** They compose; so do the element's lazy import of the wallet, and types, which cost nothing. */
const composers = [
  'src/ssr.ts',
  'src/pay-charge.ts',
  'src/index.ts',
  'src/preview.ts',
  'src/proxy.ts',
  'src/service.ts',
  'src/cli.ts',
  'src/service/app/create.ts',
  'src/service/roles',
  'src/service/app/settings.ts',
  'src/service/app/setting-table.ts',
  'src/service/app/setting-texts.ts',
  'src/service/app/unread-settings.ts',
  'src/service/commands',
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

function isAllowed({ from, to, typeOnly, dynamic }: Import): boolean {
  const room = roomOf(from)
  if (room === undefined) return false
  if (composers.includes(room)) return true
  if (within(to, room)) return true
  // A module of types alone costs a page nothing.
  if (room === 'src/frameworks' && !typeOnly) return false
  // The wallet's code is loaded when the payer wants to pay.
  if (within(room, 'src/element') && within(to, 'src/wallet')) return typeOnly || dynamic
  if (usersOfStore.includes(room) && within(to, 'src/service/store')) return typeOnly
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

/** The subject of a file on a floor; undefined for what the subjects of the floor share. */
function subjectOf(path: string, floor: string): string | undefined {
  const [folder = '', ...rest] = path.slice(`src/service/${floor}/`.length).split('/')
  return rest.length > 0 && folder in subjects ? folder : undefined
}

/** Lists the ways from a subject up to another one on a floor, also through what the subjects share. */
function listArrowsUp(graph: ReadonlyMap<string, readonly string[]>, floor: string): string[] {
  const found: string[] = []
  for (const start of graph.keys()) {
    const subject = within(start, `src/service/${floor}`) ? subjectOf(start, floor) : undefined
    if (subject === undefined) continue
    const open = [[start]]
    const seen = new Set<string>([start])
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      for (const to of graph.get(path.at(-1) ?? '') ?? []) {
        if (seen.has(to) || !within(to, `src/service/${floor}`)) continue
        seen.add(to)
        const reached = subjectOf(to, floor)
        if (reached === undefined || reached === subject) open.push([...path, to])
        else if (!subjects[subject]?.includes(reached)) found.push([...path, to].join(' -> '))
      }
    }
  }
  return found
}

test('no subject of the service reaches one above it, types included', () => {
  const graph = new Map(files.map((path) => [path, importsOf(path).map(({ to }) => to)]))
  assert.deepEqual(
    floorsOfSubjects.flatMap((floor) => listArrowsUp(graph, floor)),
    [],
  )
  // The rule can fail, also by a detour.
  const [charge, shared] = ['src/service/store/charges/a.ts', 'src/service/store/b.ts']
  const detour = new Map([
    [charge, [shared]],
    [shared, ['src/service/store/payments/c.ts']],
  ])
  assert.deepEqual(listArrowsUp(detour, 'store'), [
    `${charge} -> ${shared} -> src/service/store/payments/c.ts`,
  ])
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
  assert.equal(bad('src/service/app/store.ts', 'src/service/app/chains.ts'), false)
  assert.equal(bad('src/service/app/app.ts', 'src/service/app/store.ts'), false)
  assert.equal(bad('src/service/kernel/batches.ts', 'src/service/app/store.ts'), false)
})
