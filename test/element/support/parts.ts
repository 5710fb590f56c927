/**
 * Lets code whose path holds a text not come, or come late, until {@link allParts}. What is in the page already comes at
 * once, so that such a test has code, or a file, of its own.
 */
export async function part(how: 'missing' | 'late', path: string) {
  await cookieStore.set(how, path)
}

/** All comes again, and at once. */
export async function allParts() {
  await Promise.all([cookieStore.delete('missing'), cookieStore.delete('late')])
}
