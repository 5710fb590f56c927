import { randomBytes } from 'node:crypto'
import { html } from 'hono/html'
import type { WebhookEndpoint } from '../../api/schemas/webhook-endpoints.ts'
import type { DeskSession } from '../accounts/desk-sessions.ts'
import type { Content } from '../texts/format.ts'
import { type FormInput, type RefusedForm, renderInput } from './fields.ts'
import type { DeskLanguage } from './language.ts'
import type { DeskPath } from './paths.ts'
import type { Place } from './places.ts'
import type { TimeZone } from './time-zone.ts'

export type { Content, Html } from '../texts/format.ts'

/** The data that every page of the desk is rendered with. */
export interface DeskView {
  session: DeskSession
  /** Whether the person's role lets them send the form with this path. */
  may: (path: DeskPath) => boolean
  language: DeskLanguage
  /** The path of the desk, without a slash at its end. */
  base: string
  /** Where in the navigation the page is. */
  place: Place
  /** How many unmatched transfers wait, and whether there are more. */
  unmatched: { count: number; hasMore: boolean }
  /** The webhook endpoints of the account, the oldest first. */
  endpoints: readonly WebhookEndpoint[]
  /** The notice of a completed action; undefined for none. */
  notice: Content | undefined
  /** The form that was sent and not taken; undefined on every other page. */
  refused: RefusedForm | undefined
  /** Whether the operator has set a mail server. */
  hasMail: boolean
  now: Date
  /** In which it shows times, and in which its day begins. */
  zone: TimeZone
}

/** The parts of the view that a form is rendered with. */
export type FormView = Pick<DeskView, 'session' | 'may' | 'base' | 'language' | 'refused'>

/** Whether a form was sent and not taken: a fold around it is open then. */
export function isRefused({ refused }: Pick<DeskView, 'refused'>, path: DeskPath): boolean {
  return refused?.path === path
}

/**
 * Renders a form of one button, which sends a call that changes something: every such form is made here. It carries the token of
 * its session, and a key by which it acts once. A person whose role does not include the form's gets none, since the desk would
 * refuse it. `inputs` are filled in by hand; `fields` follow them.
 */
export function renderAction(
  view: FormView,
  {
    path,
    label,
    kind = '',
    fields,
    inputs = [],
  }: {
    path: DeskPath
    label: string
    kind?: string
    fields?: Content
    inputs?: readonly FormInput[]
  },
): Content {
  const { session, base } = view
  if (!view.may(path)) return ''
  return html`<form method="post" action="${base + path}"><input type="hidden" name="form_token" value="${session.formToken}"><input type="hidden" name="form_key" value="${randomBytes(16).toString('base64url')}">${inputs.map((input) => renderInput(view, path, input))}${fields ?? ''}<button class="btn ${kind}">${label}</button></form>`
}
