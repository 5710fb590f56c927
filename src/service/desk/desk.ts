import type { Context, Hono } from 'hono'
import { trimEnd } from '../../api/formats.ts'
import type { DeskRole } from '../../api/routes/scope.ts'
import type { DeskSession } from '../accounts/desk-sessions.ts'
import type { AccountStore } from '../accounts/store/accounts.ts'
import type { DeskFormStore } from '../accounts/store/desk-forms.ts'
import type { DeskSessionStore } from '../accounts/store/desk-sessions.ts'
import type { ApiKeyStore } from '../accounts/store/keys.ts'
import type { ModeStore } from '../accounts/store/modes.ts'
import type { PeopleStore } from '../accounts/store/people.ts'
import type { Env, ServiceContext } from '../http/context.ts'
import type { DeskCall } from './call.ts'
import { chooseDeskLanguage } from './language.ts'
import type { DeskForm } from './permissions.ts'
import type { Place } from './places.ts'
import type { SessionContext } from './session.ts'
import type { DeskView, Html } from './view.ts'

/** The dependencies of the desk. */
export type DeskContext = SessionContext &
  ServiceContext<
    AccountStore & ApiKeyStore & DeskSessionStore & DeskFormStore & ModeStore & PeopleStore
  >

/** The desk as its pages are registered on it. */
export interface Desk {
  app: Hono<Env>
  /** The app that its pages call. */
  api: Hono<Env>
  context: DeskContext
  /** The path of the desk as browsers see it, without a slash at its end. */
  base: string
  /** Its pages by their path. */
  pages: Map<string, DeskPage>
  /** The forms that act: their paths, and the role that each takes. */
  forms: DeskForm[]
}

/** A page of the desk for people who are signed in. */
export interface DeskPage {
  place: Place
  /** Whom it is for. */
  role: DeskRole
  render: (call: PageCall) => Promise<Html | Response>
}

/** A call by a signed-in person. */
export interface SignedCall {
  c: Context<Env>
  session: DeskSession
  call: DeskCall
  param: (name: string) => string
}

/** A call for a page. */
export interface PageCall extends SignedCall {
  view: DeskView
}

/** Where the desk is, below the service's own path. */
export const deskPath = '/desk'

/** Returns the view of a page for a visitor who is not signed in. */
export function plainPage(c: Context<Env>, context: Pick<DeskContext, 'publicUrl'>) {
  return {
    language: chooseDeskLanguage(c.req.header('accept-language')),
    base: getBase(context),
  }
}

/** Returns the path of the desk as browsers see it. */
export function getBase({ publicUrl }: Pick<DeskContext, 'publicUrl'>): string {
  return `${trimEnd(new URL(publicUrl).pathname, '/')}${deskPath}`
}
