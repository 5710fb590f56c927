import { decodeAbiParameters, type Hex, size, slice } from 'viem'
import type { Quote } from '../../checkout/quote/payment-option.ts'

/**
 * The selectors of `Error(string)` and `Panic(uint256)`:
 * https://docs.soliditylang.org/en/latest/control-structures.html#revert
 */
const errorSelector = '0x08c379a0'
const panicSelector = '0x4e487b71'

/** Custom errors that many tokens share, by selector. */
const knownErrors: Record<string, string> = {
  // OpenZeppelin's Pausable: EnforcedPause()
  '0xd93c0665': 'it is paused',
}

/**
 * Matches the messages by which nodes report a revert without giving its data, or a failure that has none. An allowance of less
 * than a million gas reflects the balance, and so is not a failure of the transfer; a larger one is the node's own limit.
 */
const revertPattern =
  /revert|invalid opcode|out of gas|exceeds allowance \(\d{7,}\)|always failing|VM execution/i

/**
 * Returns why a contract reverts a simulated transfer, as the end of a sentence; undefined for an error that is not a
 * revert. Nodes and wallets put the revert data at different depths of the error.
 */
export function readRevertReason(error: unknown): string | undefined {
  let reason: string | undefined
  for (const part of walkErrorParts(error)) {
    if (typeof part === 'string') {
      // Some nodes use Parity's form: "Reverted 0x…".
      const data = /^(?:Reverted )?(0x(?:[\da-f]{2})*)$/i.exec(part)?.[1]
      if (data) return explainRevertData(data as Hex)
    } else {
      // viem's message also quotes the request; its `details` hold the node's own words.
      const { details, message } = part as { details?: unknown; message?: unknown }
      const text = String(details ?? message ?? '')
      if (revertPattern.test(text)) reason = quoteReason(/reverted: *(.+)/i.exec(text)?.[1] ?? '')
    }
  }
  return reason
}

/** Returns the message for the payer. The contract's own reason is for developers. */
export function describeRevert({ token }: Quote): string {
  const subject = token.native ? 'The recipient' : token.symbol
  return `${subject} rejects this transfer. Nothing was sent. Try another token or wallet, or ask the store.`
}

/** Yields an error and everything that it wraps or carries: objects, and strings that are their data. */
function* walkErrorParts(error: unknown, depth = 0): Generator<object | string> {
  if (typeof error === 'string') yield error
  // No known library nests deeper; the bound is for an error that contains itself.
  if (typeof error !== 'object' || error === null || depth > 8) return
  yield error
  const { data, cause, originalError } = error as Record<string, unknown>
  for (const inner of [data, cause, originalError]) yield* walkErrorParts(inner, depth + 1)
}

/** Explains revert data, as the end of a sentence. */
function explainRevertData(data: Hex): string {
  if (size(data) < 4) return quoteReason('')
  const selector = slice(data, 0, 4).toLowerCase()
  try {
    if (selector === errorSelector) {
      const [reason] = decodeAbiParameters([{ type: 'string' }], slice(data, 4))
      return quoteReason(reason)
    }
    if (selector === panicSelector) {
      const [code] = decodeAbiParameters([{ type: 'uint256' }], slice(data, 4))
      return `: it failed (panic 0x${code.toString(16)})`
    }
  } catch {
    // The data does not match its selector, so it is treated as an unknown error.
  }
  return knownErrors[selector] ? `: ${knownErrors[selector]}` : ` (${selector})`
}

/** Quotes a contract's reason. Its author may write anything, so it is bounded. */
function quoteReason(text: string): string {
  const plain = text.replace(/\p{C}/gu, '').trim().slice(0, 120)
  return plain ? `: “${plain}”` : ' and does not say why'
}
