import type { Selectable } from 'kysely'
import type { AccountRow } from '../../db/tables/accounts.ts'
import type { MerchantAccount } from '../accounts.ts'
import type { ToleranceRecord } from '../tolerance.ts'

export function toMerchantAccount(row: Selectable<AccountRow>): MerchantAccount {
  const { id, name, livemode, liveAccountId, username } = row
  const { brandColor: color, brandLogoUrl: logoUrl, organizationName, supportUrl } = row
  const { walletAddress: address, walletChainId: chainId = 0, walletToken: token = '' } = row
  return {
    ...{ id, name, livemode, liveAccountId, username },
    brand: { color, logoUrl, organizationName, supportUrl },
    wallet: address === undefined ? undefined : { address, chainId, token },
    tolerance: toTolerance(row),
  }
}

export function toTolerance(row: {
  toleranceCents: number | undefined
  toleranceBasisPoints: number | undefined
}): ToleranceRecord {
  return { cents: row.toleranceCents ?? 0, basisPoints: row.toleranceBasisPoints ?? 0 }
}
