/** The most tags that are passed on, and looked at. */
const max = { passed: 5, read: 20 }

/**
 * Returns the languages of an Accept-Language header in its order, which is the browser's preference: tags and nothing else of it, so that no
 * text of a caller reaches the service. Undefined for none.
 */
export function readLanguages({ headers }: Request): string | undefined {
  const tags = (headers.get('accept-language') ?? '')
    .split(',', max.read)
    .map(
      (part) => /^[a-z]{2,3}(-[a-z\d]{2,4}){0,2}$/i.exec(part.split(';', 1)[0]?.trim() ?? '')?.[0],
    )
    .filter((tag) => tag !== undefined)
  return tags.length > 0 ? tags.slice(0, max.passed).join(', ') : undefined
}
