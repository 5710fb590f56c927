// Transfers that a payer signs and the relayer sends (EIP-3009). A separate chunk: few payers need it.

export { readAuthorizedStatus } from './authorized-status.ts'
export { prepareAuthorization } from './prepare-authorization.ts'
export { findAuthorizationRefusal } from './refused-authorization.ts'
export { searchAuthorization } from './search-authorization.ts'
export { signAuthorization } from './sign-authorization.ts'
