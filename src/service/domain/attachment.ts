/** Bytes of an attachment at most: 5 MiB. */
export const attachmentLimit = 5 * 1024 * 1024

/** A kind of file that is taken: its type, and the endings that a name may have for it. The first one is added. */
interface Kind {
  type: string
  endings: readonly string[]
}

const text: Kind = { type: 'text/plain; charset=utf-8', endings: ['txt', 'csv', 'md'] }

/** First bytes in hex, as the formats' own documents give them. */
const kinds: readonly (Kind & { begins: RegExp })[] = [
  { type: 'application/pdf', endings: ['pdf'], begins: /^255044462d/ },
  { type: 'image/png', endings: ['png'], begins: /^89504e470d0a1a0a/ },
  { type: 'image/jpeg', endings: ['jpg', 'jpeg'], begins: /^ffd8ff/ },
  { type: 'image/gif', endings: ['gif'], begins: /^47494638(37|39)61/ },
  { type: 'image/webp', endings: ['webp'], begins: /^52494646.{8}57454250/ },
]

/** For the refusal of another kind. */
export const kindsInWords = 'PDF, PNG, JPEG, WebP, GIF or plain text (UTF-8)'

/**
 * What a file is by its bytes, and a name that is safe to save it under; undefined for a kind that is not taken.
 * What the sender says it is counts for nothing: a browser would believe it.
 */
export function readAttachment(
  bytes: Uint8Array,
  name: string,
): { name: string; type: string } | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('hex')
  const kind = kinds.find(({ begins }) => begins.test(head)) ?? (isText(bytes) ? text : undefined)
  return kind && { type: kind.type, name: safeName(name, kind) }
}

/** UTF-8 without control characters, but for tab, line and form feed, return. */
function isText(bytes: Uint8Array): boolean {
  try {
    const content = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return !/[^\P{Cc}\t\n\f\r]/u.test(content)
  } catch {
    return false
  }
}

/** Letters and digits of any script, blank, point, dash; an ending that the kind has, so that no text becomes a program. */
function safeName(name: string, { endings }: Kind): string {
  const plain = name
    .toWellFormed()
    .replace(/^.*[/\\]/s, '')
    .replace(/[^\p{L}\p{N} ._()-]+/gu, '_')
    .replace(/^[. ]+|[. ]+$/g, '')
  const stem =
    plain
      .replace(/\.[^.]*$/, '')
      .slice(0, 100)
      .trim() || 'attachment'
  const ending = /\.([^.]*)$/.exec(plain)?.[1]?.toLowerCase() ?? ''
  if (endings.includes(ending)) return `${stem}.${ending}`
  return `${plain.slice(0, 100).trim() || 'attachment'}.${endings[0]}`
}
