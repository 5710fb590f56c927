import { maxJsonBytes, readBodyWithLimit } from '../../api/server/body.ts'
import { HttpError } from '../../api/server/http-error.ts'
import { PayError } from '../../errors.ts'
import { createFieldError } from './field-error.ts'

/** The content of a form. */
export interface ParsedForm {
  /** The texts. An empty text is treated as missing, because browsers also send fields that are not filled in. */
  fields: Record<string, string>
  /** The file `attachment`, the only one in the interface, if it was sent. */
  attachment: File | undefined
}

/** Returns whether the body of a request has this media type (RFC 9110 section 8.3; parameters are ignored). */
function hasMediaType({ headers }: Request, type: string): boolean {
  return headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() === type
}

/**
 * Reads the texts of a page's form, as browsers send one without a file. Every form of the pages is read here; the last value of a
 * repeated field counts.
 *
 * @throws HttpError `payload_too_large`, `unsupported_media_type`, or `validation_error` for a body that ended early or is not
 * UTF-8. The page shows the error in its reader's language.
 */
export async function readPageForm(request: Request): Promise<ReadonlyMap<string, string>> {
  if (!hasMediaType(request, 'application/x-www-form-urlencoded'))
    throw new HttpError('unsupported_media_type', 'Send the form as the page does.')
  const result = await readBodyWithLimit(request.body, maxJsonBytes)
  if ('text' in result) return new Map(new URLSearchParams(result.text))
  if (result.unread === 'too large')
    throw new HttpError('payload_too_large', `Send at most ${maxJsonBytes} bytes.`)
  throw new HttpError('validation_error', 'The form cannot be read.')
}

/**
 * Reads a form with the platform's own parser (RFC 7578).
 *
 * @throws HttpError for another content type
 * @throws PayError `invalid_request` naming the field
 */
export async function readForm(request: Request): Promise<ParsedForm> {
  if (!hasMediaType(request, 'multipart/form-data'))
    throw new HttpError(
      'unsupported_media_type',
      'Send the body as Content-Type: multipart/form-data.',
    )
  const form: ParsedForm = { fields: {}, attachment: undefined }
  for (const [name, value] of await parseForm(request)) {
    if (Object.hasOwn(form.fields, name) || (name === 'attachment' && form.attachment)) {
      throw createFieldError(name.slice(0, 80), 'is given twice')
    }
    if (name === 'attachment') form.attachment = readFile(value)
    else if (typeof value !== 'string')
      throw createFieldError(name.slice(0, 80), 'must be text, not a file')
    else if (value !== '') form.fields[name] = value
  }
  return form
}

async function parseForm(request: Request): Promise<FormData> {
  try {
    return await request.formData()
  } catch (cause) {
    if (cause instanceof PayError) throw cause
    throw new PayError('invalid_request', 'The body is not multipart/form-data (RFC 7578).', {
      cause,
    })
  }
}

function readFile(value: File | string): File | undefined {
  if (typeof value === 'string') {
    if (value === '') return undefined
    throw createFieldError('attachment', 'must be a file')
  }
  if (value.size > 0) return value
  // A file input without a file is sent like this (HTML, "constructing the entry list").
  if (value.name === '') return undefined
  throw createFieldError('attachment', 'is empty')
}
