import { timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { DeskSession, DeskSessionLimits } from '../accounts/desk-sessions.ts'
import type { DeskSessionStore } from '../accounts/store/desk-sessions.ts'
import type { Env } from '../http/context.ts'
import { describeBrowser } from './browser-name.ts'

/** The dependencies of the desk's sessions. */
export interface SessionContext {
  store: DeskSessionStore
  limits: DeskSessionLimits
  publicUrl: string
}

const cookieName = 'desk'

/** Whether the service is reached over https. */
export function isOverHttps({ publicUrl }: Pick<SessionContext, 'publicUrl'>): boolean {
  return new URL(publicUrl).protocol === 'https:'
}

/** Whether traffic between browser and service cannot be read on the way: over https, or on one machine. */
export function isPrivate(context: Pick<SessionContext, 'publicUrl'>): boolean {
  return (
    isOverHttps(context) ||
    /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(context.publicUrl).hostname)
  )
}

/**
 * The attributes of the cookie: no script reads it, no other site sends it, and over https no other host can set it (`__Host-`,
 * RFC 6265bis section 4.1.3.2).
 */
function getAttributes(context: Pick<SessionContext, 'publicUrl'>) {
  return { path: '/', httpOnly: true, sameSite: 'Strict', secure: isOverHttps(context) } as const
}

function setToken(c: Context<Env>, context: SessionContext, token: string): void {
  const attributes = getAttributes(context)
  if (attributes.secure) setCookie(c, cookieName, token, { ...attributes, prefix: 'host' })
  else setCookie(c, cookieName, token, attributes)
}

function readToken(c: Context<Env>, context: SessionContext): string | undefined {
  return isOverHttps(context) ? getCookie(c, cookieName, 'host') : getCookie(c, cookieName)
}

/** Returns the session of a call; undefined for none. Sends the browser a new token when the old one is due. */
export async function openSession(
  c: Context<Env>,
  context: SessionContext,
): Promise<DeskSession | undefined> {
  const token = readToken(c, context)
  if (!token) return undefined
  const rotates = c.req.method === 'GET'
  const used = await context.store.openDeskSession(token, context.limits, { rotates })
  if (used?.newToken) setToken(c, context, used.newToken)
  return used?.session
}

/** Starts a session of a key. The browser's earlier session ends, so a token that someone else planted there opens nothing. */
export async function startSession(
  c: Context<Env>,
  context: SessionContext,
  keyId: string,
): Promise<void> {
  const browser = describeBrowser(c.req.header('user-agent') ?? '')
  await endSession(c, context)
  setToken(c, context, await context.store.startDeskSession(keyId, context.limits, browser))
}

/** Ends the session of a call, and has the browser forget it. */
export async function endSession(c: Context<Env>, context: SessionContext): Promise<void> {
  const token = readToken(c, context)
  if (token) await context.store.endDeskSession(token)
  const attributes = getAttributes(context)
  if (attributes.secure) deleteCookie(c, cookieName, { ...attributes, prefix: 'host' })
  else deleteCookie(c, cookieName, attributes)
}

/** Returns whether a form comes from a page of the session. */
export function hasFormToken({ formToken }: DeskSession, sent: string | undefined): boolean {
  const [expected, actual] = [Buffer.from(formToken), Buffer.from(sent ?? '')]
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}
