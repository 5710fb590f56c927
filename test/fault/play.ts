import { createClient, custom } from 'viem'
import { parseAmount } from '../../src/amount.ts'
import type { Quote } from '../../src/checkout/quote/payment-option.ts'
import { createTransferCall } from '../../src/wallet/send/transfer-call.ts'
import { perform } from './acts.ts'
import { calm } from './calm.ts'
import { chargeId, destination, price, reference } from './places.ts'
import { readSetup } from './setup.ts'
import { Violation } from './violation.ts'
import { type Call, World } from './world.ts'

/** A world, and what happens in it: all of it numbers, so that it can be repeated and shrunk. */
export interface Schedule {
  setup: number
  /** Of all chances that are thrown. */
  seed: number
  acts: readonly number[]
}

/** Plays a schedule. Returns the invariant that broke, if one did. */
export async function play(
  { setup, seed, acts }: Schedule,
  story?: string[],
): Promise<Violation | undefined> {
  const options = readSetup(setup)
  const world = new World(options, seed, await callOf(options.native), story)
  const restore = world.clock.install(() => world.dice.below(1000) / 1000)
  // Traces of errors that are part of the play cost more than all else.
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  const rejected = (cause: unknown) => world.fail('rejection', String(cause))
  process.on('unhandledRejection', rejected)
  try {
    for (const browser of world.browsers) world.open(browser)
    await world.pass(0)
    for (const act of acts) {
      if (world.violation) break
      await perform(world, act)
    }
    if (!world.violation) await calm(world)
  } catch (cause) {
    if (!(cause instanceof Violation)) throw cause
    world.violation ??= cause
  } finally {
    await world.end()
    restore()
    Error.stackTraceLimit = stackTraceLimit
    process.off('unhandledRejection', rejected)
  }
  return world.violation
}

const calls = new Map<boolean, Promise<Call>>()

/** The transfer of the charge, as src/wallet makes it. The same in all worlds of a kind, so it is made once. */
function callOf(native: boolean): Promise<Call> {
  const known = calls.get(native) ?? makeCall(native)
  calls.set(native, known)
  return known
}

async function makeCall(native: boolean): Promise<Call> {
  const { tokenAddress, tokenDecimals, tokenSymbol, chainId, requestLink } = destination(native)
  const quote: Quote = {
    chargeId,
    chainId: Number(chainId),
    recipient: requestLink.recipientAddress,
    amount: parseAmount(price, tokenDecimals),
    reference,
    token: { address: tokenAddress, decimals: tokenDecimals, symbol: tokenSymbol, native },
  }
  const client = createClient({ transport: custom({ request: async () => '0x' }) })
  return createTransferCall(client, quote, true)
}
