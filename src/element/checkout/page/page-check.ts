import { PayError } from '../../../errors.ts'

// Old libraries replace parts of JavaScript by their own of the same name (MooTools' Array.from, Prototype's reduce and
// toJSON). Such a page may not pay anything: stored payments and requests to a wallet would be wrong.

/** The functions that such libraries replace, by name. Each entry returns whether its function works. */
const builtIns: Record<string, () => boolean> = {
  'JSON.stringify': () =>
    JSON.stringify({ a: ['b', 1, { c: true }] }) === '{"a":["b",1,{"c":true}]}',
  'Array.from': () =>
    `${Array.from(new Set([1, 2]), (item) => item + 1)} ${Array.from({ length: 2 }, (_, i) => i)}` ===
    '2,3 0,1',
  'Array.prototype.entries': () => String([...['a'].entries()]) === '0,a',
  'Array.prototype.filter': () => String([1, 2].filter((item) => item > 1)) === '2',
  'Array.prototype.find': () => [1, 2].find((item) => item > 1) === 2,
  'Array.prototype.includes': () => [1].includes(1) && ![1].includes(2),
  'Array.prototype.map': () => String([1, 2].map((item) => item + 1)) === '2,3',
  'Array.prototype.reduce': () => [1, 2].reduce((sum, item) => sum + item, 3) === 6,
  'Function.prototype.bind': () =>
    function (this: number, a: number, b: number) {
      return this + a + b
    }.bind(
      1,
      2,
    )(3) === 6,
  'Object.keys': () => String(Object.keys({ a: 1 })) === 'a',
}

/** Options of functions of the browser, which they also read from Object.prototype. */
const inheritedOptions = ['body', 'capture', 'headers', 'method', 'mode', 'once', 'signal']

/** Returns the error of a page on which parts of JavaScript do not work as they should; undefined for any other page. */
export function checkPage(): PayError | undefined {
  const failures: string[] = []
  for (const name in builtIns)
    if (Object.hasOwn(builtIns, name) && !works(name)) failures.push(name)
  for (const name of inheritedOptions) if (name in {}) failures.push(`Object.prototype.${name}`)
  if (failures.length === 0) return undefined
  const text = `Another script on this page has changed ${failures.join(', ')}, so nothing can be paid here. Please tell the store.`
  return new PayError('page_broken', text, { details: failures })
}

function works(name: string): boolean {
  try {
    return builtIns[name]?.() === true
  } catch {
    // A replaced function may also throw.
    return false
  }
}
