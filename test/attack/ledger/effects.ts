import type { Address, Hex } from 'viem'
import { coin } from './cast.ts'

// What a transaction does, as a tree of calls; and how a receipt, a trace and a balance each tell of it.

/** keccak256('Transfer(address,address,uint256)'), ERC-20. */
export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

export interface LogStep {
  kind: 'log'
  address: Address
  topics: readonly Hex[]
  data: Hex
}

/** A call inside the transaction. A failed one does nothing, and neither do the calls and logs inside it. */
export interface CallStep {
  kind: 'call'
  type: 'CALL' | 'DELEGATECALL' | 'CREATE' | 'SELFDESTRUCT'
  from: Address
  to: Address
  value: bigint
  hasFailed: boolean
  steps: readonly Step[]
}

export type Step = LogStep | CallStep

/** Money that moved, whoever tells of it. */
export interface Movement {
  token: Address
  from: Address
  to: Address
  amount: bigint
}

export const word = (value: bigint | string): Hex =>
  `0x${(typeof value === 'string' ? value.slice(2) : value.toString(16)).padStart(64, '0')}`

export function transferLog(token: Address, from: Address, to: Address, amount: bigint): LogStep {
  const topics = [transferTopic, word(from), word(to)] as const
  return { kind: 'log', address: token, topics, data: word(amount) }
}

export function send(
  from: Address,
  to: Address,
  value: bigint,
  over: Partial<CallStep> = {},
): CallStep {
  return { kind: 'call', type: 'CALL', from, to, value, hasFailed: false, steps: [], ...over }
}

/** The logs and calls that took effect, in order. */
export function flatten(steps: readonly Step[]): (LogStep | CallStep)[] {
  return steps.flatMap((step) => {
    if (step.kind === 'log') return [step]
    return step.hasFailed ? [] : [step, ...flatten(step.steps)]
  })
}

/** Coin that calls moved, in order. */
export function listSends(steps: readonly Step[]): Movement[] {
  return flatten(steps).flatMap((step) =>
    step.kind === 'call' && step.type !== 'DELEGATECALL' && step.value > 0n
      ? [{ token: coin, from: step.from, to: step.to, amount: step.value }]
      : [],
  )
}

/** Tokens that moved, as ERC-20 logs tell it. */
export function listTokenTransfers(steps: readonly Step[]): Movement[] {
  return flatten(steps).flatMap((step) => {
    if (step.kind !== 'log' || step.topics.length !== 3 || step.data.length !== 66) return []
    const [topic, from = '', to = ''] = step.topics
    if (topic !== transferTopic) return []
    const addressOf = (text: string): Address => `0x${text.slice(-40)}`
    return [
      {
        ...{ token: step.address, from: addressOf(from), to: addressOf(to) },
        amount: BigInt(step.data),
      },
    ]
  })
}

const hex = (value: bigint | number): Hex => `0x${value.toString(16)}`

/** The frame of Geth's callTracer, with logs. */
export function toFrame(call: CallStep): Record<string, unknown> {
  const calls = call.steps.filter((step) => step.kind === 'call')
  let callsBefore = 0
  const logs: unknown[] = []
  for (const step of call.steps) {
    if (step.kind === 'call') callsBefore += 1
    else {
      const { address, topics, data } = step
      logs.push({ address, topics, data, position: hex(callsBefore) })
    }
  }
  const { type, from, to, value, hasFailed } = call
  return {
    ...{ type, from, to, value: hex(value), gas: '0x1', gasUsed: '0x1', input: '0x' },
    ...(hasFailed ? { error: 'execution reverted' } : { logs }),
    ...(calls.length > 0 && { calls: calls.map(toFrame) }),
  }
}

/** Parity's flat traces. */
export function toFlatTraces(call: CallStep, traceAddress: readonly number[] = []): unknown[] {
  const { type, from, to, value, hasFailed } = call
  const failure = hasFailed ? { error: 'Reverted' } : {}
  const calls = call.steps.filter((step) => step.kind === 'call')
  const base = { traceAddress, subtraces: calls.length, ...failure }
  const own =
    type === 'SELFDESTRUCT'
      ? {
          type: 'suicide',
          action: { address: from, refundAddress: to, balance: hex(value) },
          result: null,
        }
      : type === 'CREATE'
        ? { type: 'create', action: { from, value: hex(value) }, result: { address: to } }
        : {
            type: 'call',
            action: { callType: type.toLowerCase(), from, to, value: hex(value), input: '0x' },
            result: {},
          }
  return [
    { ...base, ...own },
    ...calls.flatMap((one, index) => toFlatTraces(one, [...traceAddress, index])),
  ]
}
