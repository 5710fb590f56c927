import type { Step } from '../../src/checkout/state.ts'
import type { PayCharge } from '../../src/element/pay-charge.ts'
import { localChain } from '../chain/client.ts'
import type { Bench, Fault } from './faults.ts'
import { type EventLog, logEvents } from './log.ts'

/** Where the local chain is, as a wallet of the visitor's own would reach it. */
export interface ChainFacts {
  id: number
  rpcUrl: string
}

/** A real payment, with a fault. */
export interface Run {
  element: PayCharge
  /** Nothing of it is told any more. A transfer that is under way is still followed, as after leaving a page. */
  end: () => void
}

/** What is bought in every run. */
const order = { sku: 'bowl', quantity: 1 }

/**
 * Begins a payment of a new charge by the real element, service and chain.
 *
 * @param moved hears of each screen
 */
export async function startRun(
  fault: Fault,
  bench: Bench,
  log: EventLog,
  chain: ChainFacts,
  moved: (step: Step) => void,
): Promise<Run> {
  bench.service.behave()
  await bench.chain.go()
  await bench.wallet.reset(fault.wallet)
  const chargeId = await newCharge()
  const ending = new AbortController()
  const element = document.createElement('pay-charge')
  logEvents(element, log, ending.signal)
  causing(element, fault, bench, log, ending.signal)
  element.addEventListener('pay-charge-state', ({ state }) => moved(state.step), {
    signal: ending.signal,
  })
  element.setAttribute('redirect', 'none')
  element.setAttribute('charge-id', chargeId)
  element.chains = [localChain(chain.rpcUrl, chain.id)]
  element.fetch = bench.service.fetch
  if (fault.service?.from === 'start') bench.service.fault = fault.service.fault
  return { element, end: () => ending.abort() }
}

/** Has the fault come when its time is there. */
function causing(
  element: PayCharge,
  { service, blocks }: Fault,
  bench: Bench,
  log: EventLog,
  signal: AbortSignal,
): void {
  let asked = false
  bench.wallet.asked = async (method) => {
    log.add('wallet', method)
    if (asked || method !== 'eth_sendTransaction') return
    asked = true
    if (service?.from === 'transfer') bench.service.fault = service.fault
    if (blocks) await bench.chain.stop()
  }
  if (blocks !== 'one') return
  const recorded = ({ state }: HTMLElementEventMap['pay-charge-state']) => {
    if (state.step !== 'confirming') return
    element.removeEventListener('pay-charge-state', recorded)
    bench.chain.mine().catch((cause) => log.add('fault', 'no block', String(cause)))
  }
  element.addEventListener('pay-charge-state', recorded, { signal })
}

/** As the shop's page would order, but for the key: each run has a charge of its own. */
async function newCharge(): Promise<string> {
  const response = await fetch('/pay/charges', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify(order),
  })
  if (!response.ok) throw new Error(`The shop made no charge: it answered ${response.status}.`)
  const { data } = (await response.json()) as { data: { id: string } }
  return data.id
}
