import { PayError } from '../../errors.ts'
import { invalid } from './validate.ts'

/** The content of a form. */
export interface Form {
  /** The texts. An empty text counts as not given, because browsers also send the fields that nobody filled in. */
  fields: Record<string, string>
  /** The file `attachment`, the only one in the interface, if it was sent. */
  attachment: File | undefined
}

/** Returns whether a content type is multipart/form-data (RFC 7578). */
export function isForm(contentType: string | undefined): boolean {
  return contentType?.split(';')[0]?.trim().toLowerCase() === 'multipart/form-data'
}

/**
 * Reads a form with the platform's own parser (RFC 7578).
 *
 * @throws PayError `invalid_request` naming the field
 */
export async function readForm(request: Request): Promise<Form> {
  const form: Form = { fields: {}, attachment: undefined }
  for (const [name, value] of await parse(request)) {
    if (Object.hasOwn(form.fields, name) || (name === 'attachment' && form.attachment)) {
      throw invalid(name.slice(0, 80), 'is given twice')
    }
    if (name === 'attachment') form.attachment = readFile(value)
    else if (typeof value !== 'string') throw invalid(name.slice(0, 80), 'must be text, not a file')
    else if (value !== '') form.fields[name] = value
  }
  return form
}

async function parse(request: Request): Promise<FormData> {
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
    throw invalid('attachment', 'must be a file')
  }
  if (value.size > 0) return value
  // A file input without a file is sent like this (HTML, "constructing the entry list").
  if (value.name === '') return undefined
  throw invalid('attachment', 'is empty')
}
