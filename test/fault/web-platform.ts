import { as } from './clock.ts'
import type { Tab } from './tab.ts'

/** How the storage behaves. `forgetful` takes a write and keeps nothing of it. */
export const storageModes = ['works', 'full', 'blocked', 'forgetful'] as const
export type StorageMode = (typeof storageModes)[number]

/** localStorage, which the tabs of a browser share. */
export class Disk {
  mode: StorageMode = 'works'
  readonly #texts = new Map<string, string>()

  /** Everything is cleared. True when there was something. */
  wipe(): boolean {
    const some = this.#texts.size > 0
    this.#texts.clear()
    return some
  }

  /** Bytes go bad. True when there was something. */
  corrupt(): boolean {
    for (const [key, text] of this.#texts) this.#texts.set(key, text.slice(0, text.length / 2))
    return this.#texts.size > 0
  }

  /** Another script of the page writes. True when something stood there. */
  plant(key: string, text: string): boolean {
    const some = this.#texts.has(key)
    if (this.mode === 'works') this.#texts.set(key, text)
    return some
  }

  read(key: string): string | undefined {
    return this.#texts.get(key)
  }

  /** The storage as a page sees it: a page that is gone changes nothing any more. */
  of(tab: Tab): Storage {
    const read = <T>(work: () => T, nothing: T): T => {
      if (!tab.acts('storage')) return nothing
      if (this.mode === 'blocked') throw new DOMException('Denied.', 'SecurityError')
      return work()
    }
    return {
      get length() {
        return 0
      },
      key: () => null,
      clear: () => this.#texts.clear(),
      getItem: (key) => read(() => this.#texts.get(key) ?? null, null),
      setItem: (key, text) =>
        read(() => {
          if (this.mode === 'full') throw new DOMException('Full.', 'QuotaExceededError')
          if (this.mode !== 'forgetful') this.#texts.set(key, text)
        }, undefined),
      removeItem: (key) =>
        read(() => {
          if (this.mode !== 'forgetful') this.#texts.delete(key)
        }, undefined),
    }
  }
}

/** BroadcastChannel between the tabs of a browser. */
export class Channels {
  readonly #open = new Map<BroadcastChannel, Tab>()
  readonly #later: (work: () => void) => void

  /** @param later runs what comes after a while, in order */
  constructor(later: (work: () => void) => void) {
    this.#later = later
  }

  open(tab: Tab): BroadcastChannel {
    const channel = {
      onmessage: null,
      postMessage: (data: unknown) => {
        if (tab.acts('channel')) this.#send(channel, structuredClone(data))
      },
      close: () => this.#open.delete(channel),
    } as unknown as BroadcastChannel
    this.#open.set(channel, tab)
    return channel
  }

  /** A tab is gone. */
  release(tab: Tab) {
    for (const [channel, owner] of this.#open) if (owner === tab) this.#open.delete(channel)
  }

  /** Another script of the page speaks. */
  forge(data: unknown) {
    this.#send(undefined, data)
  }

  #send(from: BroadcastChannel | undefined, data: unknown) {
    for (const channel of this.#open.keys()) {
      if (channel === from) continue
      this.#later(() => {
        const tab = this.#open.get(channel)
        if (tab) as(tab, () => channel.onmessage?.(new MessageEvent('message', { data })))
      })
    }
  }
}

interface Request {
  tab: Tab
  grant: () => void
}

/** Web Locks: exclusive, in order, freed when a tab dies. */
export class Locks {
  readonly #held = new Map<string, Tab>()
  readonly #waiting = new Map<string, Request[]>()

  /** True while a tab waits for one. */
  waits(tab: Tab): boolean {
    return [...this.#waiting.values()].some((list) => list.some((one) => one.tab === tab))
  }

  /** The LockManager of a page. */
  of(tab: Tab): LockManager {
    const request = (name: string, ...rest: unknown[]) => {
      const callback = rest.at(-1) as LockGrantedCallback<unknown>
      const options = (rest.length > 1 ? rest[0] : {}) as LockOptions
      if (!tab.acts('lock')) return new Promise(() => {})
      return this.#request(tab, name, options, callback)
    }
    const query = () => Promise.resolve({ held: [], pending: [] })
    return { request, query } as LockManager
  }

  /** A tab is gone: its locks are free, and it waits for none. */
  release(tab: Tab) {
    for (const list of this.#waiting.values()) {
      for (const one of [...list]) if (one.tab === tab) list.splice(list.indexOf(one), 1)
    }
    for (const [name, holder] of this.#held) if (holder === tab) this.#free(name, tab)
  }

  #request(
    tab: Tab,
    name: string,
    { ifAvailable, signal }: LockOptions,
    callback: LockGrantedCallback<unknown>,
  ): Promise<unknown> {
    if (ifAvailable && this.#held.has(name)) return Promise.resolve().then(() => callback(null))
    return new Promise((resolve, reject) => {
      const list = this.#waiting.get(name) ?? []
      this.#waiting.set(name, list)
      const grant = () => {
        this.#held.set(name, tab)
        const work = Promise.resolve().then(() => callback({ name, mode: 'exclusive' }))
        work.finally(() => this.#free(name, tab)).then(resolve, reject)
      }
      if (!this.#held.has(name)) return grant()
      const one = { tab, grant }
      list.push(one)
      signal?.addEventListener(
        'abort',
        () => {
          if (list.includes(one)) list.splice(list.indexOf(one), 1)
          reject(signal.reason)
        },
        { once: true },
      )
    })
  }

  #free(name: string, tab: Tab) {
    if (this.#held.get(name) !== tab) return
    this.#held.delete(name)
    this.#waiting.get(name)?.shift()?.grant()
  }
}
