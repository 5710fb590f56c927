import type { WebhookEndpoint } from '../../api/schemas/webhook-endpoints.ts'

/** Returns whether an endpoint misses events: deliveries to it fail, or have failed for good. */
export function isInTrouble({ failing, failed }: WebhookEndpoint): boolean {
  return failing !== undefined || failed > 0
}

/** Returns how many events an endpoint misses: those that "Retry all now" sends. */
export function countMissed({ failing, failed }: WebhookEndpoint): number {
  return (failing?.waiting ?? 0) + failed
}
