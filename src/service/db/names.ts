/** Returns a column's name in SQL: `charge_id` for `chargeId`. */
export const toColumn = (field: string) =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The names of columns in the code: some hundred, which each query asks for. */
const fields = new Map<string, string>()

/** Returns a column's name in the code: `chargeId` for `charge_id`. */
export function toField(column: string): string {
  const known = fields.get(column)
  if (known !== undefined) return known
  const field = column.replace(/_([a-z\d])/g, (_, letter: string) => letter.toUpperCase())
  fields.set(column, field)
  return field
}
