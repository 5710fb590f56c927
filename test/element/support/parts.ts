/**
 * Lets code whose path holds a text not come, or come late, or leaves its request without an answer, until {@link allParts}. What is in the page already comes at
 * once, so that such a test has code, or a file, of its own.
 */
export async function part(how: 'missing' | 'late' | 'silent', path: string) {
  await cookieStore.set(how, path)
}

/** All comes again, and at once. */
export async function allParts() {
  await Promise.all(['missing', 'late', 'silent'].map((how) => cookieStore.delete(how)))
}
