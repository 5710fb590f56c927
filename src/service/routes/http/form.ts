import { HttpError } from '../../../api/server/http-error.ts'
import { PayError } from '../../../errors.ts'
import { createFieldError } from './field-error.ts'

/** The content of a form. */
export interface ParsedForm {
  /** The texts. An empty text is treated as missing, because browsers also send fields that are not filled in. */
  fields: Record<string, string>
  /** The file `attachment`, the only one in the interface, if it was sent. */
  attachment: File | undefined
}

/** Returns whether a content type is multipart/form-data (RFC 7578). */
function isFormContentType(contentType: string | null): boolean {
  return contentType?.split(';')[0]?.trim().toLowerCase() === 'multipart/form-data'
}

/**
 * Reads a form with the platform's own parser (RFC 7578).
 *
 * @throws HttpError for another content type
 * @throws PayError `invalid_request` naming the field
 */
export async function readForm(request: Request): Promise<ParsedForm> {
  if (!isFormContentType(request.headers.get('content-type')))
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
