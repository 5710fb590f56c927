// Transfers that a payer signs and somebody else sends (EIP-3009). A chunk of its own: few payers need it.

export { readAuthorizedStatus } from './authorized-status.ts'
export { prepareAuthorization } from './prepare-authorization.ts'
export { findAuthorizationRefusal } from './refused-authorization.ts'
export { searchAuthorization } from './search-authorization.ts'
export { signAuthorization } from './sign-authorization.ts'
