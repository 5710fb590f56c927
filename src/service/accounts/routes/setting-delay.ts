import type { Route } from '../../../api/routes/route.ts'
import type { ServiceContext } from '../../http/context.ts'
import type { EndpointCall } from '../../http/endpoint.ts'
import { atOnceHeader } from '../../http/operator-routes.ts'

/** Returns the milliseconds until a setting takes effect: only the operator may skip the delay. */
export function readDelayMs(
  { author, header }: Pick<EndpointCall<Route>, 'author' | 'header'>,
  { settingsDelayMs }: Pick<ServiceContext, 'settingsDelayMs'>,
): number {
  return author === 'cli' && header(atOnceHeader) !== undefined ? 0 : settingsDelayMs
}

/** Returns the field for a change that takes effect later; none for one that has taken effect. */
export function toEffectiveAt(effectiveAt: Date | undefined): { effective_at?: string } {
  return effectiveAt ? { effective_at: effectiveAt.toISOString() } : {}
}
