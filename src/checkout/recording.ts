import { PayError } from '../errors.ts'
import type { Deal } from './deal.ts'
import type { Ports } from './ports.ts'
import { pause, type Send, settled } from './waiting.ts'

/** Repeats POST /charges/:uuid/payments until the service has answered. A known hash is never given up for a fault. */
export async function keepRecording(
  ports: Ports,
  deal: Deal,
  hash: string,
  send: Send,
  signal: AbortSignal,
  signature?: string,
) {
  for (let tried = 0; !signal.aborted; tried++) {
    try {
      await ports.shop.record(deal, hash, signal, signature)
      return send({ type: 'recorded', hash, needed: ports.confirmations(deal.quote.chainId) })
    } catch (cause) {
      if (signal.aborted) return
      const error = PayError.from(cause, 'service_failed')
      if (!error.retryable) return send({ type: 'recordFailed', hash, error })
      send({ type: 'recordTrouble', hash, error })
      const backoff = Math.min(30_000, 1000 * 2 ** tried) * (0.5 + ports.random() / 2)
      if (!(await pause(ports, Math.max(error.retryAfter ?? 0, backoff), signal))) return
    }
  }
}

/** Loads a charge again and again that could not be loaded, beside the screen: what is known of a payment stays there. */
export async function loadLater(ports: Ports, send: Send, signal: AbortSignal) {
  while (await pause(ports, 10_000, signal)) {
    const { value: deal } = await settled(ports.shop.load(signal))
    if (signal.aborted) return
    if (deal) return send({ type: 'fetched', deal })
  }
}
