import type { Clock } from './clock.ts'
import type { Dice } from './dice.ts'
import { error, type Service } from './service.ts'
import type { Tab } from './tab.ts'

/** What may become of one request. */
export const networkFates = [
  'answered',
  'cut before',
  'cut after',
  'silent',
  'silent after',
  'fails',
  'fails after',
  'too many',
  'twice',
  'late',
  'garbled',
] as const
export type NetworkFate = (typeof networkFates)[number]

/** The way between pages and the service. Requests and answers take their time, and overtake each other. */
export class Network {
  /** What the next requests meet. */
  burst: { fate: NetworkFate; left: number } = { fate: 'answered', left: 0 }
  /** Percent of requests that meet anything. */
  noise = 0
  online = true
  readonly #clock: Clock
  readonly #dice: Dice
  readonly #service: Service
  readonly #tell: (text: string) => void
  readonly #onRead: (tab: Tab, isAnswered: boolean) => void

  /** @param onRead called when the service answers a page that reads, or when the page meets a fault instead */
  constructor(
    clock: Clock,
    dice: Dice,
    service: Service,
    tell: (text: string) => void,
    onRead: (tab: Tab, isAnswered: boolean) => void,
  ) {
    this.#clock = clock
    this.#dice = dice
    this.#service = service
    this.#tell = tell
    this.#onRead = onRead
  }

  /** fetch, as a page has it. */
  fetch(tab: Tab, url: string, init: RequestInit): Promise<Response> {
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    const { signal } = init
    const method = init.method ?? 'GET'
    const path = url.replace('/pay', '')
    const fate = this.#fate()
    const name = `${method} ${path.replace(/[\da-f-]{36}/, ':id')}`
    this.#tell(`tab ${tab.id}: ${name}${fate === 'answered' ? '' : ` (${fate})`}`)
    if (method === 'GET' && fate !== 'answered' && fate !== 'twice') this.#onRead(tab, false)
    signal?.addEventListener('abort', () => reject(new DOMException('Aborted.', 'AbortError')), {
      once: true,
    })
    const broken = () => reject(new TypeError('fetch failed'))
    const reach = (): Response | undefined => {
      const left = tab.dead || signal?.aborted
      // What a page that is gone had sent may arrive all the same; with keepalive it does.
      if (left && !init.keepalive && this.#dice.chance(50)) return undefined
      const body = typeof init.body === 'string' ? init.body : undefined
      if (fate === 'twice') this.#service.answer(method, path, body)
      const response = this.#service.answer(method, path, body)
      if (method === 'GET') this.#onRead(tab, true)
      if (method === 'POST') this.#tell(`the service answers ${name}: ${response.status}`)
      return response
    }
    const answer = (response: Response | undefined) => {
      if (response && !tab.dead) this.#later(this.#dice.delay(), () => resolve(response))
    }
    this.#later(this.#dice.delay(), () => this.#meet(fate, reach, answer, broken))
    return promise
  }

  #meet(
    fate: NetworkFate,
    reach: () => Response | undefined,
    answer: (response: Response | undefined) => void,
    broken: () => void,
  ) {
    switch (fate) {
      case 'answered':
      case 'twice':
        return answer(reach())
      case 'cut before':
        return broken()
      case 'cut after':
        reach()
        return broken()
      case 'silent':
        return
      case 'silent after':
        return void reach()
      case 'fails':
        return answer(error(503, 'service_unavailable', 'The service is away.'))
      case 'fails after':
        reach()
        return answer(error(502, 'bad_gateway', 'No usable answer from the service.'))
      case 'too many':
        return answer(
          error(429, 'rate_limit_exceeded', 'Too many calls.', {
            'retry-after': String(this.#dice.pick([1, 5, 40])),
          }),
        )
      case 'late':
        return void this.#clock.after(this.#dice.pick([3_000, 14_000, 20_000, 60_000]), () =>
          answer(reach()),
        )
      case 'garbled':
        return answer(new Response('<html>Sign in to the hotel’s network</html>'))
      default:
        return fate satisfies never
    }
  }

  #fate(): NetworkFate {
    if (!this.online) return 'cut before'
    if (this.burst.left > 0) {
      this.burst.left--
      return this.burst.fate
    }
    return this.#dice.chance(this.noise) ? this.#dice.pick(networkFates) : 'answered'
  }

  #later(milliseconds: number, work: () => void) {
    if (milliseconds === 0) work()
    else this.#clock.after(milliseconds, work)
  }
}
