/** Lets code whose path holds a text not come, or come late, until {@link allParts}. It must not be in the page yet. */
export function part(how: 'missing' | 'late', path: string) {
  document.cookie = `${how}=${path}; path=/`
}

/** All comes again, and at once. */
export function allParts() {
  for (const how of ['missing', 'late']) document.cookie = `${how}=; path=/; max-age=0`
}
