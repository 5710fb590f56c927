import type { Context } from 'hono'
import { routes } from '../../api/routes/routes.ts'
import type { DeskSession } from '../accounts/desk-sessions.ts'
import type { Env } from '../http/context.ts'
import { createDeskCall } from './call.ts'
import { type Desk, deskPath, plainPage, type SignedCall } from './desk.ts'
import { maxBadge } from './document.ts'
import type { RefusedForm } from './fields.ts'
import { renderNotice } from './pages/notice.ts'
import { createPermission } from './permissions.ts'
import type { Place } from './places.ts'
import { readTimeZone } from './time-zone.ts'
import type { DeskView } from './view.ts'

/**
 * Creates the function that answers a signed-in person's call.
 *
 * @param formKey the key of the submitted form: no route creates anything twice for it
 */
export function createSignedCall(
  c: Context<Env>,
  { api }: Desk,
  session: DeskSession,
  formKey?: string,
): SignedCall {
  const call = createDeskCall(api, session, { requestId: c.get('requestId'), formKey })
  return { c, session, call, param: (name) => c.req.param(name) ?? '' }
}

export async function createView(
  { c, session, call }: SignedCall,
  { context, base, forms }: Desk,
  place: Place,
  refused: RefusedForm | undefined,
): Promise<DeskView> {
  const [{ data, pagination }, endpoints] = await Promise.all([
    call(routes.listUnmatched, { query: { limit: String(maxBadge) } }),
    call(routes.listWebhookEndpoints),
  ])
  const { language } = plainPage(c, context)
  const may = createPermission(forms, session.role)
  // As the browser sends it, and as the notice has it: decoded, it could hold a NUL, which PostgreSQL refuses.
  const path = new URL(c.req.url).pathname.slice(deskPath.length)
  const notice = await context.store.takeDeskNotice(session.id, path)
  return {
    session,
    may,
    language,
    base,
    place,
    unmatched: { count: data.length, hasMore: pagination.has_more },
    endpoints: endpoints.data,
    notice: notice && renderNotice({ session, may, base, language, refused }, notice),
    refused,
    hasMail: context.hasMail === true,
    now: new Date(),
    zone: readTimeZone(c),
  }
}
