import { pino } from 'pino'
import { createQuoteSigner } from '../../api/signed-quote/sign.ts'
import { PayError } from '../../errors.ts'
import type { DatabaseOptions } from '../db/options.ts'
import { type ServiceRole, serviceRoles } from './roles/service-role.ts'
import { type CompleteOptions, completeOptions, type ServiceOptions } from './settings.ts'
import { type Caller, type RunningProcess, startProcess } from './start.ts'

/** The service as a function from Request to Response, with its watcher and webhooks. */
export interface Service {
  /** Answers a call; with 503 before `start` and after `stop`. */
  fetch(request: Request, caller?: Caller): Promise<Response>
  /**
   * Opens the database, migrates it to this version, and starts to watch for payments.
   *
   * @throws PayError `invalid_setting` when the database cannot be used, for roles that it does not allow, and for a price
   *   feed that could never be used
   */
  start(): Promise<void>
  /**
   * Lets /readyz answer 503 from now on, so that a load balancer sends no more calls; those that come are answered.
   */
  drain(): void
  /** Stops watching for payments and closes the database. Call it after all calls in progress were answered. */
  stop(): Promise<void>
}

/**
 * Creates a service. Opens nothing before `start`.
 *
 * @throws PayError `invalid_setting` for an invalid quote key
 * @example
 * const service = createService({
 *   database: { dataDir: './data' },
 *   publicUrl: 'https://pay.example',
 *   rpcUrls: new Map([[8453, ['https://mainnet.base.org', 'https://base.example']]]),
 * })
 * await service.start()
 * const response = await service.fetch(new Request('https://pay.example/healthz'))
 * await service.stop()
 */
export function createService(given: ServiceOptions): Service {
  const { log = pino() } = given
  const options = completeOptions(given)
  const { quoteKey } = options
  const quoteSigner = quoteKey === undefined ? undefined : createQuoteSigner(quoteKey)
  let running: RunningProcess | undefined
  let isDraining = false
  let stopping = new AbortController()
  return {
    async fetch(request, caller) {
      return running ? await running.answer(request, caller) : createUnavailableResponse()
    },
    async start() {
      const roles = new Set(options.roles)
      checkRoles(roles, options.database)
      checkMail(options)
      isDraining = false
      stopping = new AbortController()
      running = await startProcess({
        options,
        log,
        roles,
        quoteSigner,
        stopping: stopping.signal,
        isDraining: () => isDraining,
      })
    },
    drain() {
      isDraining = true
      stopping.abort()
    },
    async stop() {
      stopping.abort()
      const end = running?.stop()
      running = undefined
      await end
    },
  }
}

/** Throws for an empty set of roles, and for an embedded database without all roles: only one process can open it. */
function checkRoles(roles: ReadonlySet<ServiceRole>, database: DatabaseOptions): void {
  const createRoleError = (text: string) =>
    new PayError('invalid_setting', `SERVICE_ROLES ${text}`, { field: 'SERVICE_ROLES' })
  if (roles.size === 0)
    throw createRoleError(`names no role: choose among ${serviceRoles.join(', ')}.`)
  if ('dataDir' in database && roles.size < serviceRoles.length)
    throw createRoleError(
      'must be all roles with the embedded database, which only one process can open. Use PostgreSQL (DATABASE_URL), or leave SERVICE_ROLES out.',
    )
}

/** Throws for a mail server without a sender. */
function checkMail({ smtp, mailFrom }: CompleteOptions): void {
  if (smtp && !mailFrom)
    throw new PayError(
      'invalid_setting',
      'MAIL_FROM is missing: SMTP_URL needs the address that messages come from, such as MAIL_FROM=pay@example.com.',
      { field: 'MAIL_FROM' },
    )
}

function createUnavailableResponse(): Response {
  const error = {
    type: 'service_unavailable',
    message: 'The service is not running. Try again in a moment.',
  }
  return Response.json(
    { error },
    { status: 503, headers: { 'retry-after': '1', 'x-request-id': crypto.randomUUID() } },
  )
}
