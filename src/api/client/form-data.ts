/** Returns fields as a form, for a body of the encoding `multipart`. */
export function toFormData(values: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) form.set(name, value instanceof Blob ? value : String(value))
  }
  return form
}
