// What the tests in the browser claim, in few words. Node has its own; a browser has none.

/** A value as text, with its bigints and absent fields seen. */
export function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'bigint') return `${value}n`
  if (Array.isArray(value)) return `[${value.map(show).join(', ')}]`
  if (value === null || typeof value !== 'object') return String(value)
  if (value instanceof Error) return `${value.name}: ${value.message}`
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, one]) => `${name}: ${show(one)}`).join(', ')}}`
}

export function ok(value: unknown, text = 'should be true'): asserts value {
  if (!value) throw new Error(text)
}

/** Same in every field, in any order of fields. */
export function equal(actual: unknown, expected: unknown, text = '') {
  if (show(actual) === show(expected)) return
  throw new Error(`${text} is ${show(actual)}\nshould be ${show(expected)}`)
}

export function includes(text: string | null | undefined, part: string) {
  if (!text?.includes(part)) throw new Error(`${show(text)}\nshould hold ${show(part)}`)
}

/** What a call throws. */
export async function thrown(work: () => unknown): Promise<Error & { code?: string }> {
  try {
    await work()
  } catch (error) {
    return error as Error
  }
  throw new Error('should have thrown')
}

/** Milliseconds after which a page hangs; one of a busy machine is only slow. */
const patience = 180_000

/** Waits for a condition, and looks every so many milliseconds; `text` says what was missed. */
export async function until(
  condition: () => unknown,
  text: () => string,
  everyMs = 10,
): Promise<void> {
  const end = performance.now() + patience
  while (!condition()) {
    if (performance.now() > end) throw new Error(text())
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}

/** Lets all that is ready run: microtasks and a turn of the page. */
export const turn = () => new Promise<void>((resolve) => setTimeout(resolve))
