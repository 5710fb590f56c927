import { trimEnd } from '../../api/formats.ts'
/** Maximum size of an attachment: 5 MiB. */
export const maxAttachmentBytes = 5 * 1024 * 1024

/** An accepted file type and the extensions that its names may have. A name without any of them gets the first one. */
interface FileType {
  type: string
  extensions: readonly string[]
}

const plainText: FileType = { type: 'text/plain; charset=utf-8', extensions: ['txt', 'csv', 'md'] }

/** Accepted binary types by their first bytes in hex, as the specifications of the formats define them. */
const fileTypes: readonly (FileType & { magicBytes: RegExp })[] = [
  { type: 'application/pdf', extensions: ['pdf'], magicBytes: /^255044462d/ },
  { type: 'image/png', extensions: ['png'], magicBytes: /^89504e470d0a1a0a/ },
  { type: 'image/jpeg', extensions: ['jpg', 'jpeg'], magicBytes: /^ffd8ff/ },
  { type: 'image/gif', extensions: ['gif'], magicBytes: /^47494638(37|39)61/ },
  { type: 'image/webp', extensions: ['webp'], magicBytes: /^52494646.{8}57454250/ },
]

/** Lists the accepted types in error messages. */
export const acceptedFileTypesText = 'PDF, PNG, JPEG, WebP, GIF or plain text (UTF-8)'

/**
 * Returns the type of a file by its bytes, and a name that is safe to save it under; undefined for a type that is not
 * accepted. The type that the sender declares is ignored, since a browser would trust it.
 */
export function readAttachment(
  bytes: Uint8Array,
  name: string,
): { name: string; type: string } | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('hex')
  const fileType =
    fileTypes.find(({ magicBytes }) => magicBytes.test(head)) ??
    (isPlainText(bytes) ? plainText : undefined)
  return fileType && { type: fileType.type, name: sanitizeFileName(name, fileType) }
}

/** Returns whether the bytes are UTF-8 text without control characters other than tab, line feed, form feed, return. */
function isPlainText(bytes: Uint8Array): boolean {
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
function sanitizeFileName(name: string, { extensions }: FileType): string {
  const base = name
    .toWellFormed()
    .replace(/^.*[/\\]/s, '')
    .replace(/[^\p{L}\p{N} ._()-]+/gu, '_')
  const plain = trimEnd(base, '. ').replace(/^[. ]+/, '')
  const stem =
    plain
      .replace(/\.[^.]*$/, '')
      .slice(0, 100)
      .trim() || 'attachment'
  const ending = /\.([^.]*)$/.exec(plain)?.[1]?.toLowerCase() ?? ''
  if (extensions.includes(ending)) return `${stem}.${ending}`
  return `${plain.slice(0, 100).trim() || 'attachment'}.${extensions[0]}`
}

/** A file that belongs to a request. */
export interface Attachment {
  /** 256 random bits: anyone with the URL can read the file. */
  id: string
  /** Safe as a file name on any operating system. */
  name: string
  /** Media type, determined from the bytes. */
  type: string
  bytes: Uint8Array
}
