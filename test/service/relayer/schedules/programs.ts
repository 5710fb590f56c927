import type { Context } from 'hono'
import { HttpError } from '../../../../src/api/server/http-error.ts'
import { PayError } from '../../../../src/errors.ts'
import { encodeJson } from '../../../../src/service/agents/payment.ts'
import { createProgramPage } from '../../../../src/service/agents/routes/charge-page.ts'
import type { SignedAuthorization } from '../../../../src/service/chain/types/authorizations.ts'
import { computeChallengeNonce } from '../../../../src/service/charges/authorization-nonce.ts'
import type { ServiceContext } from '../../../../src/service/http/context.ts'
import type { Dice } from '../../../support/dice.ts'
import { type Chain, chainId, signFor, toHash, token } from './chain.ts'

// Programs in the schedules of the relayer, at the real door of the service: their clients sign whenever they read 402, and only then.

export const protocols = ['x402', 'mpp'] as const
export type Protocol = (typeof protocols)[number]

/** What a call of a charge's page is answered with. */
export interface Answer {
  status: number
  /** Why the charge takes nothing; '' for another answer. */
  reason: string
  /** What a 402 asks for. */
  offer?: Offer | undefined
}

/** The first offer of a 402, as clients read it. */
interface Offer {
  value: bigint
  recipient: string
  seconds: number
  /** Of the challenge. */
  id: string
  realm: string
}

export type Door = ReturnType<typeof createDoor>

/** Creates the door of a charge's page. What would be waited for is answered at once, as when the service stops. */
export function createDoor(context: ServiceContext) {
  const answer = createProgramPage({ ...context, stopping: AbortSignal.abort() } as never)
  const store = context.store as unknown as Parameters<typeof createProgramPage>[0]['store']
  return async (id: string, payment: Record<string, string> = {}): Promise<Answer> => {
    const call = createCall(payment)
    try {
      await answer(call.context, await store.getChargeWithAccount(id))
      return call.read()
    } catch (cause) {
      if (cause instanceof HttpError) return { status: cause.status, reason: '' }
      if (!(cause instanceof PayError)) throw cause
      const { reason = '' } = (cause.details ?? {}) as { reason?: string }
      return { status: cause.code === 'conflict' ? 409 : 400, reason }
    }
  }
}

/** A call, as far as the door reads it, and what it was answered with. */
function createCall(payment: Record<string, string>) {
  const headers = new Map<string, string>()
  let answered: Answer = { status: 0, reason: '' }
  const readOffer = (): Offer | undefined => {
    const text = Buffer.from(headers.get('payment-required') ?? '', 'base64').toString()
    const [first] =
      (JSON.parse(text || '{}') as { accepts?: Record<string, string>[] }).accepts ?? []
    const challenge = headers.get('www-authenticate') ?? ''
    const [, id = '', realm = ''] = /id="([^"]+)", realm="([^"]+)"/.exec(challenge) ?? []
    return (
      first && {
        ...{ value: BigInt(first.amount ?? 0), recipient: first.payTo ?? '' },
        ...{ seconds: Number(first.maxTimeoutSeconds), id, realm },
      }
    )
  }
  const context = {
    req: { method: 'GET', header: (name: string) => payment[name.toLowerCase()] },
    header: (name: string, value: string) => void headers.set(name, value),
    json(_: unknown, status: number) {
      answered = { status, reason: '', offer: status === 402 ? readOffer() : undefined }
    },
  } as unknown as Context
  return { context: context as never, read: () => answered }
}

/** The headers by which a protocol hands in an authorization. */
export function toPayment(
  authorization: SignedAuthorization,
  protocol: Protocol,
): Record<string, string> {
  const { from, recipient: to, nonce, signature } = authorization
  const [value, validAfter, validBefore] = [
    authorization.value,
    authorization.validAfter,
    authorization.validBefore,
  ].map(String)
  const terms = { from, to, value, validAfter, validBefore, nonce }
  const payload = { authorization: terms, signature }
  if (protocol === 'x402') {
    const accepted = { scheme: 'exact', network: `eip155:${chainId}`, asset: token }
    return { 'payment-signature': encodeJson({ x402Version: 2, accepted, payload }) }
  }
  const request = encodeJson({ currency: token, methodDetails: { chainId } }, 'base64url')
  const challenge = { method: 'evm', intent: 'charge', request }
  const credential = { challenge, payload: { type: 'authorization', ...terms, signature } }
  return { authorization: `Payment ${encodeJson(credential, 'base64url')}` }
}

export interface ProgramWorld {
  chain: Chain
  dice: Dice
  /** Their accounts. */
  accounts: readonly string[]
  chargeIds: readonly string[]
  /** The door of some process of the service. */
  pickDoor(): Door
  /** Called with each authorization that was handed in. */
  onPaid(authorization: SignedAuthorization): void
  /** Called with the charge of each 402. */
  onDemand(chargeId: string): void
}

/** Creates the clients of programs. Each keeps what it has signed for a charge, and hands it in until it is asked for another one. */
export function createPrograms(world: ProgramWorld) {
  const { chain, dice } = world
  const payments = new Map<string, { authorization: SignedAuthorization; protocol: Protocol }>()
  let nonces = 0

  async function call(chargeId: string, from: string): Promise<Answer> {
    const key = `${chargeId} ${from}`
    const known = payments.get(key)
    const door = world.pickDoor()
    try {
      const answer = await door(chargeId, known && toPayment(known.authorization, known.protocol))
      if (answer.status === 402) world.onDemand(chargeId)
      return answer
    } finally {
      if (known) world.onPaid(known.authorization)
    }
  }

  function sign(chargeId: string, from: string, offer: Offer) {
    const protocol = dice.pick(protocols)
    const nonce =
      protocol === 'mpp' ? computeChallengeNonce(offer.id, offer.realm) : toHash('c', ++nonces)
    const { value, recipient } = offer
    const authorization = chain.sign({
      ...({ chainId, token, from, recipient, value, validAfter: 0n, nonce } as const),
      validBefore: BigInt(chain.time() + offer.seconds),
      signature: signFor(chargeId, `${from} ${nonce.slice(-12)}`),
    } as SignedAuthorization)
    payments.set(`${chargeId} ${from}`, { authorization, protocol })
  }

  return {
    /** A program wants what an order gives: it calls, signs where it reads 402, and calls again. */
    async act() {
      const [chargeId, from] = [dice.pick(world.chargeIds), dice.pick(world.accounts)]
      const { offer } = await call(chargeId, from)
      if (!offer) return
      sign(chargeId, from, offer)
      await call(chargeId, from)
    },
    /** Calls once more for all that was ever signed, and returns the answers. */
    async callAgain(): Promise<{ chargeId: string; from: string; answer: Answer }[]> {
      const answers: { chargeId: string; from: string; answer: Answer }[] = []
      for (const key of payments.keys()) {
        const [chargeId = '', from = ''] = key.split(' ')
        answers.push({ chargeId, from, answer: await call(chargeId, from) })
      }
      return answers
    },
  }
}
