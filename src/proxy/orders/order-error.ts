/**
 * Thrown by the merchant's `createCharge` to refuse an order, such as for an unknown product or an impossible quantity.
 * The payer reads its message.
 *
 * @example throw new OrderError('There is no product "mag".', { field: 'sku' })
 */
export class OrderError extends Error {
  override readonly name = 'OrderError'
  /** The part of the order that is wrong. */
  readonly field: string | undefined
  /** HTTP status of the reply, 400 to 499. @default 400 */
  readonly status: number

  constructor(message: string, options: { field?: string; status?: number } = {}) {
    super(message)
    const { status = 400 } = options
    if (!Number.isInteger(status) || status < 400 || status > 499) {
      throw new RangeError(`OrderError: status must be 400 to 499, not ${status}.`)
    }
    this.field = options.field
    this.status = status
  }
}
