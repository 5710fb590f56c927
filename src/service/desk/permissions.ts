import type { DeskRole } from '../../api/routes/scope.ts'
import type { MerchantAccount } from '../accounts/accounts.ts'
import { includesRole, readRole } from '../accounts/desk-roles.ts'
import type { ApiKeyStore } from '../accounts/store/keys.ts'
import type { DeskPath } from './paths.ts'

/** A form that acts: its path below the desk, with `:name` for each parameter, and the role that it takes. */
export interface DeskForm {
  path: string
  role: DeskRole
}

/** The most people that are named. */
const maxNamed = 5

/**
 * Creates the function that says whether a role may send a form.
 *
 * @throws Error from it, for a path that no form has
 */
export function createPermission(forms: readonly DeskForm[], role: DeskRole) {
  return (path: DeskPath): boolean => {
    const form = forms.find((one) => isPathOf(one.path, path))
    if (!form) throw new Error(`No form of the desk has the path ${path}.`)
    return includesRole(role, form.role)
  }
}

function isPathOf(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split('/'), path.split('/')]
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => part.startsWith(':') || part === given[index])
  )
}

/** Returns the names of people whose role includes another and whose keys open something: some, where there are many. */
export async function listPeople(
  store: Pick<ApiKeyStore, 'listApiKeys'>,
  { id, liveAccountId }: Pick<MerchantAccount, 'id' | 'liveAccountId'>,
  wanted: DeskRole,
): Promise<string[]> {
  const accounts = liveAccountId === undefined ? [id] : [id, liveAccountId]
  const keys = (await Promise.all(accounts.map((one) => store.listApiKeys(one)))).flat()
  const now = new Date()
  const able = keys.filter(({ scopes, revokedAt, expiresAt }) => {
    const role = readRole(scopes)
    return role && includesRole(role, wanted) && !revokedAt && !(expiresAt && expiresAt <= now)
  })
  return [...new Set(able.map(({ name }) => name).filter((name) => name !== ''))].slice(0, maxNamed)
}
