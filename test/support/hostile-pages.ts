// What old libraries do to the pages that load them. Each function runs as its text in a page, or is given a frame's window.

/** Changes what the objects of a page have in common. */
export type Spoil = (page: Window & typeof globalThis) => void

/** What every object inherits. The element works. */
export const inherited: Record<string, Spoil> = {
  'an enumerable function on Object.prototype': (page) => {
    page.Object.assign(page.Object.prototype, { forEachOwn() {} })
  },
  'an enumerable text on Object.prototype': (page) => {
    page.Object.assign(page.Object.prototype, { oldLibrary: '1.2' })
  },
  'get, set and has on Object.prototype': (page) => {
    page.Object.assign(page.Object.prototype, { get() {}, set() {}, has() {} })
  },
  'value and writable on Object.prototype': (page) => {
    page.Object.assign(page.Object.prototype, { value: 'x', writable: false })
  },
  'an enumerable getter on Object.prototype': (page) => {
    page.Object.defineProperty(page.Object.prototype, 'self', { get: () => 1, enumerable: true })
  },
}

/** What is replaced by something else, and what the page is told of it. */
export const replaced: Record<string, [spoil: Spoil, told: string]> = {
  'MooTools’ Array.from': [
    (page) => {
      page.Object.assign(page.Array, {
        from: (item: { length?: number } | undefined) =>
          item?.length ? [].slice.call(item as []) : [item],
      })
    },
    'Array.from',
  ],
  'Prototype’s toJSON of arrays': [
    (page) => {
      page.Object.assign(page.Array.prototype, {
        toJSON(this: unknown[]) {
          return `[${this.map((one) => page.JSON.stringify(one)).join(', ')}]`
        },
      })
    },
    'JSON.stringify',
  ],
  'Prototype’s reduce': [
    (page) => {
      page.Object.assign(page.Array.prototype, {
        reduce(this: unknown[]) {
          return this.length > 1 ? this : this[0]
        },
      })
    },
    'Array.prototype.reduce',
  ],
}
