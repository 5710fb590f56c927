import { uuidPattern } from '../../../api/formats.ts'
import { type DeskRole, deskRoles, scopes } from '../../../api/routes/scope.ts'
import { PayError } from '../../../errors.ts'
import type { DeskSession } from '../../accounts/desk-sessions.ts'
import { createFieldError } from '../../http/field-error.ts'
import { type ActionCall, registerAction } from '../act.ts'
import { peopleRoutes } from '../api/people-routes.ts'
import type { Desk } from '../desk.ts'
import { renderPeople } from '../pages/people.ts'
import { renderInvitationOnce, renderKeyOnce } from '../pages/people-forms.ts'
import { buildPath, linkTo, readNext } from '../paths.ts'
import { registerPage } from '../register.ts'

/** Registers the page of people and keys, and how they are let in, changed and sent away. */
export function registerPeoplePages(desk: Desk): void {
  const { context } = desk

  registerPage(desk, '/keys', 'keys', async ({ call, session, view }) => {
    const manages = session.role === 'manage'
    const [keys, invitations, sessions] = await Promise.all([
      call(peopleRoutes.listKeys),
      manages ? call(peopleRoutes.listInvitations) : { data: [] },
      context.store.listDeskSessions(toOwner(session, manages), context.limits),
    ])
    return renderPeople(view, { keys: keys.data, invitations: invitations.data, sessions })
  })

  registerAction(desk, '/keys/invite', peopleRoutes.createInvitation, async (action) => {
    const { call, field } = action
    await confirmOwnKey(desk, action)
    const body = { name: field('name'), role: readRoleField(field('role')), ...readDays(field) }
    const {
      token,
      name,
      expires_at: expiresAt,
    } = await call(peopleRoutes.createInvitation, {
      body,
    })
    const link = new URL(linkTo(desk, '/join/:token', { token }), context.publicUrl).href
    return {
      path: buildPath('/keys'),
      done: 'doneShownOnce',
      showOnce: (view) => renderInvitationOnce(view, { name, link, expiresAt }),
    }
  })

  registerAction(desk, '/keys/new', peopleRoutes.createKey, async (action) => {
    const { call, field } = action
    const chosen = scopes.filter((scope) => field(scope) !== '')
    if (chosen.length === 0) throw createFieldError('scopes', 'must have at least one')
    await confirmOwnKey(desk, action)
    const shop = field('shop')
    const body = { name: field('name'), scopes: chosen, ...(shop && { shop }), ...readDays(field) }
    const created = await call(peopleRoutes.createKey, { body })
    return {
      path: buildPath('/keys'),
      done: 'doneShownOnce',
      showOnce: (view) => renderKeyOnce(view, created),
    }
  })

  registerAction(desk, '/keys/:prefix/role', peopleRoutes.changeRole, async (action) => {
    const { call, param, field } = action
    await confirmOwnKey(desk, action)
    const body = { role: readRoleField(field('role')) }
    await call(peopleRoutes.changeRole, { params: { prefix: param('prefix') }, body })
    return { path: buildPath('/keys'), done: 'doneRoleChanged' }
  })

  registerAction(desk, '/keys/:prefix/revoke', peopleRoutes.revokeKey, async ({ call, param }) => {
    await call(peopleRoutes.revokeKey, { params: { prefix: param('prefix') } })
    return { path: buildPath('/keys'), done: 'doneRevoked' }
  })

  registerAction(
    desk,
    '/invitations/:uuid/withdraw',
    peopleRoutes.withdrawInvitation,
    async ({ call, param }) => {
      await call(peopleRoutes.withdrawInvitation, { params: { uuid: param('uuid') } })
      return { path: buildPath('/keys'), done: 'doneWithdrawn' }
    },
  )

  registerSessionActions(desk)

  // One's own view alone. What a page of the other mode sends is refused: the tokens of their forms differ.
  registerAction(desk, '/mode', 'personal', async ({ session, field }) => {
    if (!session.canSwitch) throw new PayError('not_found', 'There is no other mode.')
    await context.store.setDeskMode(session.id, field('mode') === 'test')
    return { path: readNext(field('next')) }
  })
}

/** Registers how sessions are ended: everyone their own, and whoever manages the shop those of all. */
function registerSessionActions(desk: Desk): void {
  const { context } = desk
  const end = async (
    { c, session }: ActionCall,
    which: { id: string } | { exceptId: string },
    isOfAll: boolean,
  ) => {
    const author = { keyId: session.keyId, requestId: c.get('requestId') }
    return await context.store.endDeskSessions(toOwner(session, isOfAll), which, author)
  }

  registerAction(desk, '/sessions/:uuid/end', 'see', async (action) => {
    const id = action.param('uuid')
    const count = uuidPattern.test(id)
      ? await end(action, { id }, action.session.role === 'manage')
      : 0
    if (count === 0) throw new PayError('not_found', 'There is no such session.')
    return { path: buildPath('/keys'), done: 'doneSessionEnded' }
  })

  registerAction(desk, '/sessions/end-others', 'see', async (action) => {
    await end(action, { exceptId: action.session.id }, false)
    return { path: buildPath('/keys'), done: 'doneSessionEnded' }
  })
}

/** Whose sessions a person sees and ends. */
const toOwner = ({ account, keyId }: DeskSession, isOfAll: boolean) => ({
  keyId,
  accountId: isOfAll ? account.id : undefined,
})

/**
 * Checks that whoever lets somebody in has the key of their session, and not only its cookie: a stolen session makes itself no key.
 *
 * @throws PayError `invalid_request` naming the field
 */
async function confirmOwnKey({ context }: Desk, { session, field }: ActionCall): Promise<void> {
  const typed = field('own_key')
  const key = typed === '' ? undefined : await context.store.authenticate(typed)
  if (key?.status !== 'valid' || key.id !== session.keyId)
    throw createFieldError('own_key', 'must be the key that you signed in with')
}

function readRoleField(text: string): DeskRole {
  const role = deskRoles.find((one) => one === text)
  if (!role) throw createFieldError('role', 'must be one that the page offers')
  return role
}

/** Reads for how many days a key holds; none for one that does not end. */
function readDays(field: (name: string) => string): { days?: number } {
  const text = field('days')
  if (text === '') return {}
  if (!/^[1-9]\d{0,3}$/.test(text)) throw createFieldError('days', 'must be a number of days')
  return { days: Number(text) }
}
