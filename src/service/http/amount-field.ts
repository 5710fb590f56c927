import { parseAmount } from '../../amount.ts'
import { PayError } from '../../errors.ts'
import { createFieldError } from './field-error.ts'

/**
 * Reads the amount of a field, in base units; undefined where it is absent.
 *
 * @param amount in whole units
 * @throws PayError `invalid_request` that names the field
 */
export function readAmountField(
  field: string,
  amount: string | undefined,
  decimals: number,
): bigint | undefined {
  if (amount === undefined) return undefined
  try {
    return parseAmount(amount, decimals)
  } catch (cause) {
    throw createFieldError(field, PayError.from(cause, 'invalid_amount').message)
  }
}
