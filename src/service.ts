/** `pay-charge/service`: the service, for an operator who runs it inside a program of his own. */

export { PayError, type PayErrorCode } from './errors.ts'
export type { Feed } from './service/chain/feeds.ts'
export { type Caller, createService, type Service, type ServiceOptions } from './service/create.ts'
export type { Account } from './service/domain/records.ts'
export type { KnownToken } from './service/domain/tokens.ts'
export type { Limits } from './service/ops/rate-limit.ts'
export { type Database, type OpenStore, openStore } from './service/store/store.ts'
