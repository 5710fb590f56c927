import type { PayCharge } from '../../../src/element/pay-charge.ts'
import { equal, until as waitUntil } from '../../element/support/assert.ts'
import { type HowServed, shopPage } from './stage.ts'

type Page = Window & typeof globalThis

/** Waits for what a page shows or does; `text` says what was missed. Up to six pages are looked at side by side. */
export const until = (condition: () => unknown, text: () => string) =>
  waitUntil(condition, text, 40)

/** The shop's page in a frame, under the shop's own CSP. */
export interface ShopPage {
  /** What its element shows. */
  readonly text: string
  /** The names of the element's events in this page and those before it, without its many moves. */
  readonly events: string[]
  readonly path: string
  /** The paths of the pages that were loaded, in order. */
  readonly paths: string[]
  /** What the page's developers are told: errors in the console, and what its CSP has blocked. */
  readonly reasons: string[]
  /** The page's own globals. */
  readonly globals: object
  /** Waits until the element shows a text. */
  shows(part: string): Promise<void>
  /** Clicks on the element's button with this text, once there is one that can be clicked on. */
  click(text: string): Promise<void>
  reload(): void
  /** The address of the element's link that starts like this. */
  link(start: string): string | undefined
  /** Enters a text into the field of the element with this name. */
  enter(name: string, text: string): void
  /** The tab is hidden, or seen again. */
  hide(isHidden: boolean): void
  /** No call or socket of the page comes through, or each does again. */
  cutOff(isOffline: boolean): void
  /** The browser ends the page, as that of a phone does in the background. */
  end(): void
  /** The page is loaded anew after its end. */
  comeBack(): void
  /** Every wallet in the list, with whether its icon is seen. */
  wallets(): { name: string; icon: boolean }[]
}

const names = ['ready', 'connect', 'submit', 'success', 'cancel', 'error']
const networks = new WeakMap<Page, (isOffline: boolean) => void>()
const open: { frame: HTMLIFrameElement; faults: string[] }[] = []
/** What meets the pages that are open, by their path. */
const arrivals = new Map<string, (page: Page) => void>()

/** Opens a page with the element. `arrived` meets it, and each that follows it, before any other script has run. */
export async function openPage(
  attributes: Record<string, string>,
  arrived: (page: Page) => void,
  how?: HowServed,
): Promise<ShopPage> {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}='${value}'`)
  const element = `<pay-charge${written.join('')}></pay-charge>`
  const policy = how && 'policy' in how ? how.policy : undefined
  // A policy's page has the first script in its head, as text.
  const body = policy ? element : `<script src="/arrival.js"></script>${element}`
  const path = await shopPage(body, how)
  const frame = document.createElement('iframe')
  const faults: string[] = []
  const events: string[] = []
  const reasons: string[] = []
  open.push({ frame, faults: policy?.refusedFor ? [] : faults })
  arrivals.set(path, (page) => {
    watch(page, faults, events)
    networks.set(page, holdNetwork(page))
    page.console.error = (...texts: unknown[]) => reasons.push(texts.join(' '))
    arrived(page)
  })
  Object.assign(window, {
    arrived: (page: Page) => arrivals.get(page.location.pathname)?.(page),
  })
  frame.width = '420'
  frame.height = '760'
  frame.src = path
  document.body.append(frame)
  return handle({ frame, path, events }, () => [...reasons, ...faults])
}

/** Closes all pages with what they have stored, and claims that none had a fault. */
export async function closePages() {
  const faults = removePages()
  localStorage.clear()
  await forgetSessions()
  equal(faults, [], 'faults of the pages')
}

/** Removes all pages, and returns their errors, what their CSP has blocked, and the other hosts that they have called. */
export function removePages(): string[] {
  const all = open.splice(0)
  for (const { frame, faults } of all) {
    const calls = (frame.contentWindow as Page).performance.getEntriesByType('resource')
    // The shop itself is at another port, which is the CDN of a policy's page.
    const hosts = [location.hostname, 'localhost']
    for (const { name } of calls) if (!hosts.includes(new URL(name).hostname)) faults.push(name)
    frame.remove()
  }
  arrivals.clear()
  Reflect.deleteProperty(window, 'arrived')
  return all.flatMap(({ faults }) => faults)
}

/** Deletes what the library of WalletConnect has kept, so that the next page has no session yet. */
async function forgetSessions() {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const deletion = indexedDB.deleteDatabase('WALLET_CONNECT_V2_INDEXED_DB')
  deletion.onsuccess = () => resolve()
  deletion.onerror = () => reject(deletion.error)
  await promise
}

function watch(page: Page, faults: string[], events: string[]) {
  page.addEventListener('error', ({ message }) => faults.push(message))
  page.addEventListener('unhandledrejection', ({ reason }) => faults.push(String(reason)))
  page.addEventListener('securitypolicyviolation', (event) =>
    faults.push(`${event.effectiveDirective}: ${event.blockedURI}`),
  )
  for (const name of names)
    page.addEventListener(`pay-charge-${name}`, () => {
      events.push(name)
    })
}

/** Holds the sockets of a page from its start, and returns what cuts the page off from the network. */
function holdNetwork(page: Page) {
  const { fetch, WebSocket } = page
  const sockets = new Set<WebSocket>()
  let isCutOff = false
  page.WebSocket = class extends WebSocket {
    constructor(...[url, protocols]: ConstructorParameters<typeof WebSocket>) {
      super(url, protocols)
      sockets.add(this)
      // Fails, as one that cannot connect.
      if (isCutOff) this.close()
    }
  }
  return (isOffline: boolean) => {
    isCutOff = isOffline
    for (const socket of isOffline ? sockets : []) socket.close()
    page.fetch = isOffline ? () => Promise.reject(new page.TypeError('Load failed')) : fetch
    Object.defineProperty(page.navigator, 'onLine', { configurable: true, value: !isOffline })
    page.dispatchEvent(new page.Event(isOffline ? 'offline' : 'online'))
  }
}

interface OpenPage {
  frame: HTMLIFrameElement
  path: string
  events: string[]
}

function handle({ frame, path, events }: OpenPage, getReasons: () => string[]): ShopPage {
  const paths: string[] = []
  frame.addEventListener('load', () => paths.push(page().location.pathname))
  const page = () => frame.contentWindow as Page
  const root = () => page().document.querySelector<PayCharge>('pay-charge')?.shadowRoot
  const text = () => (root()?.textContent ?? '').replace(/\s+/g, ' ')
  const list = (selector: string) => [...(root()?.querySelectorAll<HTMLElement>(selector) ?? [])]
  return {
    events,
    paths,
    get reasons() {
      return getReasons()
    },
    get text() {
      return text()
    },
    get globals() {
      return page()
    },
    get path() {
      return page().location.pathname
    },
    shows: (part) =>
      until(
        () => text().includes(part),
        () => `"${part}" should be shown, but there is: ${text()}`,
      ),
    async click(label) {
      const found = () =>
        list('button:not([disabled])').find((one) => one.textContent?.includes(label))
      await until(found, () => `There should be a button "${label}" in: ${text()}`)
      found()?.click()
    },
    link: (start) => list(`a[href^="${start}"]`)[0]?.getAttribute('href') ?? undefined,
    reload: () => page().location.reload(),
    enter(name, value) {
      const [field] = list(`[name="${name}"]`) as HTMLInputElement[]
      if (field) field.value = value
    },
    hide(isHidden) {
      const get = () => (isHidden ? 'hidden' : 'visible')
      Object.defineProperty(page().document, 'visibilityState', { configurable: true, get })
      page().document.dispatchEvent(new (page().Event)('visibilitychange'))
    },
    cutOff: (isOffline) => networks.get(page())?.(isOffline),
    end() {
      frame.src = 'about:blank'
    },
    comeBack() {
      frame.src = path
    },
    wallets: () =>
      list('.wallet').map((one) => ({
        name: one.textContent?.replace(/Installed.*/s, '').trim() ?? '',
        icon: (one.querySelector('img')?.naturalWidth ?? 0) > 0,
      })),
  }
}
