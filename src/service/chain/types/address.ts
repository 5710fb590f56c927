/** An address in its EIP-55 form, so that equal addresses are equal strings. */
export type Address = string
