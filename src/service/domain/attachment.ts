/** Maximum size of an attachment: 5 MiB. */
export const attachmentLimit = 5 * 1024 * 1024

/**
 * An accepted file type and the extensions its names may have. The first one is added to a name that has none of them.
 */
interface Kind {
  type: string
  endings: readonly string[]
}

const text: Kind = { type: 'text/plain; charset=utf-8', endings: ['txt', 'csv', 'md'] }

/** Accepted binary types by their first bytes in hex, as the specifications of the formats define them. */
const kinds: readonly (Kind & { begins: RegExp })[] = [
  { type: 'application/pdf', endings: ['pdf'], begins: /^255044462d/ },
  { type: 'image/png', endings: ['png'], begins: /^89504e470d0a1a0a/ },
  { type: 'image/jpeg', endings: ['jpg', 'jpeg'], begins: /^ffd8ff/ },
  { type: 'image/gif', endings: ['gif'], begins: /^47494638(37|39)61/ },
  { type: 'image/webp', endings: ['webp'], begins: /^52494646.{8}57454250/ },
]

/** Lists the accepted types in error messages. */
export const kindsInWords = 'PDF, PNG, JPEG, WebP, GIF or plain text (UTF-8)'

/**
 * Returns the type of a file by its bytes, and a name that is safe to save it under; undefined for a type that is not
 * accepted. The type that the sender declares is ignored, since a browser would trust it.
 */
export function readAttachment(
  bytes: Uint8Array,
  name: string,
): { name: string; type: string } | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('hex')
  const kind = kinds.find(({ begins }) => begins.test(head)) ?? (isText(bytes) ? text : undefined)
  return kind && { type: kind.type, name: safeName(name, kind) }
}

/** Returns whether the bytes are UTF-8 text without control characters other than tab, line feed, form feed, return. */
function isText(bytes: Uint8Array): boolean {
  try {
    const content = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return !/[^\P{Cc}\t\n\f\r]/u.test(content)
  } catch {
    return false
  }
}

/**
 * Returns a name of letters and digits of any script, spaces, and `. _ ( ) -`. Its extension is one of the type's own,
 * so that no text file is opened as a program.
 */
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
