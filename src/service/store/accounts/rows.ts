import type { Selectable } from 'kysely'
import type { MerchantAccount } from '../../domain/accounts/accounts.ts'
import type { ToleranceRecord } from '../../domain/accounts/tolerance.ts'
import type { AccountRow } from '../database/tables/accounts.ts'

export function toMerchantAccount(row: Selectable<AccountRow>): MerchantAccount {
  return {
    id: row.id,
    name: row.name,
    livemode: row.livemode,
    liveAccountId: row.live_account_id ?? undefined,
    username: row.username ?? undefined,
    brand: {
      color: row.brand_color,
      logoUrl: row.brand_logo_url,
      organizationName: row.organization_name,
    },
    wallet:
      row.wallet_address === null
        ? undefined
        : {
            address: row.wallet_address,
            chainId: Number(row.wallet_chain_id),
            token: row.wallet_token ?? '',
          },
    tolerance: toTolerance(row),
  }
}

export function toTolerance(row: {
  tolerance_cents: number | null
  tolerance_basis_points: number | null
}): ToleranceRecord {
  return { cents: row.tolerance_cents ?? 0, basisPoints: row.tolerance_basis_points ?? 0 }
}
