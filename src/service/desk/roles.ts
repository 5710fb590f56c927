import type { DeskRole, Scope } from '../../api/routes/scope.ts'
import type { TextName } from '../texts/en.ts'

/** What people with a role can do, in words. */
export const roleTexts = {
  see: 'roleSee',
  decide: 'roleDecide',
  refund: 'roleRefund',
  manage: 'roleManage',
} as const satisfies Readonly<Record<DeskRole, TextName>>

/** What a key with a scope can do, in words. */
export const scopeTexts = {
  'charges:write': 'canCreateCharges',
  'charges:read': 'canSeeCharges',
  payments: 'canReportPayments',
  'payments:assign': 'canAssign',
  refunds: 'canRefund',
  settings: 'canChangeSettings',
  admin: 'canDoAll',
  'desk:see': roleTexts.see,
  'desk:decide': roleTexts.decide,
  'desk:refund': roleTexts.refund,
  'desk:manage': roleTexts.manage,
} as const satisfies Readonly<Record<Scope, TextName>>
