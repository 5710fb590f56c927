import { decodeAbiParameters, type Hex, size, slice } from 'viem'
import type { Quote } from '../checkout/deal.ts'

/** Of `Error(string)` and `Panic(uint256)`: https://docs.soliditylang.org/en/latest/control-structures.html#revert */
const errorSelector = '0x08c379a0'
const panicSelector = '0x4e487b71'

/** Custom errors that many tokens share. */
const known: Record<string, string> = {
  // OpenZeppelin's Pausable: EnforcedPause()
  '0xd93c0665': 'it is paused',
}

/**
 * How nodes tell of a revert of which they give no data, and of what ends without one. An allowance of less than a million
 * is what the balance can pay for, not the node's own limit.
 */
const failure =
  /revert|invalid opcode|out of gas|exceeds allowance \(\d{7,}\)|always failing|VM execution/i

/**
 * Why a contract refuses a simulated transfer, as the end of a sentence; undefined for an error that is no refusal. Nodes and
 * wallets put the data of a revert at different depths.
 */
export function readRefusal(error: unknown): string | undefined {
  let said: string | undefined
  for (const part of partsOf(error)) {
    if (typeof part === 'string') {
      // Parity's form, which some nodes keep: "Reverted 0x…".
      const data = /^(?:Reverted )?(0x(?:[\da-f]{2})*)$/i.exec(part)?.[1]
      if (data) return explain(data as Hex)
    } else {
      // A message of viem's quotes the request, too: its details are the node's own words.
      const { details, message } = part as { details?: unknown; message?: unknown }
      const text = String(details ?? message ?? '')
      if (failure.test(text)) said = quoted(/reverted: *(.+)/i.exec(text)?.[1] ?? '')
    }
  }
  return said
}

/** What the payer reads. */
export function refusalText({ token }: Quote, why: string): string {
  const who = token.native ? 'The recipient' : token.symbol
  return `${who} refuses this transfer${why}. Nothing was sent: try another token or wallet, or ask the shop.`
}

/** An error, and all that it wraps or carries: objects, and the texts that stand as their data. */
function* partsOf(error: unknown, depth = 0): Generator<object | string> {
  if (typeof error === 'string') yield error
  // Nobody nests deeper, but an error may hold itself.
  if (typeof error !== 'object' || error === null || depth > 8) return
  yield error
  const { data, cause, originalError } = error as Record<string, unknown>
  for (const inner of [data, cause, originalError]) yield* partsOf(inner, depth + 1)
}

function explain(data: Hex): string {
  if (size(data) < 4) return quoted('')
  const selector = slice(data, 0, 4).toLowerCase()
  try {
    if (selector === errorSelector) {
      const [reason] = decodeAbiParameters([{ type: 'string' }], slice(data, 4))
      return quoted(reason)
    }
    if (selector === panicSelector) {
      const [code] = decodeAbiParameters([{ type: 'uint256' }], slice(data, 4))
      return `: it failed (panic 0x${code.toString(16)})`
    }
  } catch {
    // Not what its selector says: told as an error that nobody knows.
  }
  return known[selector] ? `: ${known[selector]}` : ` (${selector})`
}

/** A contract's text is anybody's writing, so it is bounded. */
function quoted(text: string): string {
  const plain = text.replace(/\p{C}/gu, '').trim().slice(0, 120)
  return plain ? `: “${plain}”` : ' and does not say why'
}
