/** `pay-charge-service`: the service, for operators who run it inside their own program. */

export { PayError, type PayErrorCode } from './errors.ts'
export type { MerchantAccount } from './service/accounts/accounts.ts'
export { createService, type Service } from './service/app/create.ts'
export type { ServiceRole } from './service/app/roles/service-role.ts'
export type { ServiceOptions } from './service/app/settings.ts'
export type { Caller } from './service/app/start.ts'
export { type OpenStore, openStore } from './service/app/store.ts'
export type { PriceFeed } from './service/chain/tokens/feeds.ts'
export type { KnownToken } from './service/chain/types/tokens.ts'
export type { DatabaseOptions } from './service/db/options.ts'
