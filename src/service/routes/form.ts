import { PayError } from '../../errors.ts'
import { invalid } from './validate.ts'

/** A form as it came. */
export interface Form {
  /** Texts; those that were left empty count as not given, as browsers send what nobody filled in. */
  fields: Record<string, string>
  /** The one file that the interface knows, where there is one. */
  attachment: File | undefined
}

/** True for multipart/form-data (RFC 7578). */
export function isForm(contentType: string | undefined): boolean {
  return contentType?.split(';')[0]?.trim().toLowerCase() === 'multipart/form-data'
}

/**
 * Reads a form by the platform's own parser (RFC 7578).
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
  // A file input that nobody used (HTML, "constructing the entry list").
  if (value.name === '') return undefined
  throw invalid('attachment', 'is empty')
}
