import type { DeskRole } from '../../api/routes/scope.ts'
import type { TextName } from '../texts/en.ts'

/** What people with a role can do, in words. */
export const roleTexts = {
  see: 'roleSee',
  decide: 'roleDecide',
  refund: 'roleRefund',
  manage: 'roleManage',
} as const satisfies Readonly<Record<DeskRole, TextName>>
