/** A string of JSON (as in `json-numbers.ts`), or a sign around names and values. */
const textOrSign = /"[^"\\]*(?:\\.[^"\\]*)*"?|[{}[\]:]/g

/**
 * Returns the first name that an object of a JSON text has twice; undefined for none. `JSON.parse` takes the last one, other readers
 * take the first, and nobody is told: so such a text is refused.
 *
 * @param json what `JSON.parse` has read
 */
export function findRepeatedName(json: string): string | undefined {
  /** The names of each object around a place, undefined for an array. */
  const around: (Set<string> | undefined)[] = []
  let text = ''
  for (const [token] of json.matchAll(textOrSign)) {
    if (token === '{') around.push(new Set())
    else if (token === '[') around.push(undefined)
    else if (token === '}' || token === ']') around.pop()
    else if (token !== ':') text = token
    else {
      const name: string = JSON.parse(text)
      const names = around.at(-1)
      if (names?.has(name)) return name
      names?.add(name)
    }
  }
  return undefined
}

/** Returns the error text for a name of {@link findRepeatedName}. */
export function describeRepeatedName(name: string): string {
  return `has "${name.slice(0, 40)}" twice in one object: leave one out`
}
