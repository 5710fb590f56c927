import { type Address, isAddress, parseUnits, zeroAddress } from 'viem'
import type { ErrorBody } from '../../src/api/schemas/error-body.ts'
import type { DemoToken } from './deploy.ts'
import { createGrant } from './grant.ts'

/** What a visitor gets at once, in whole units. */
export const gift = { tokens: 1_000, ether: 10 } as const

/** Characters of a request's body; an address takes about 60. */
const bodyLimit = 1_024

export interface FaucetOptions {
  rpcUrl: string
  tokens: readonly DemoToken[]
}

/**
 * A faucet for a shop's server: POST { address } gives that address 1,000 of each token and 10 ETH,
 * and answers 200 { address, given: [{ symbol, amount, hash }] } once all of it is in a block.
 * Anything but a good address is a 400 { error: { type, message, details } }, and gives nothing.
 */
export function createFaucet({ rpcUrl, tokens }: FaucetOptions) {
  const grant = createGrant({
    rpcUrl,
    tokens: tokens.map((token) => ({
      ...token,
      amount: parseUnits(`${gift.tokens}`, token.decimals),
    })),
    ether: parseUnits(`${gift.ether}`, 18),
  })

  return async (request: Request): Promise<Response> => {
    // A link or a prefetch must never move anything (RFC 9110 section 9.2.1).
    if (request.method !== 'POST') return wrongMethod()
    const read = await readAddress(request)
    if ('fault' in read) return refusal(read.fault)
    try {
      return Response.json({ address: read.address, given: await grant(read.address) })
    } catch (cause) {
      const message = `The faucet could not give: ${cause instanceof Error ? cause.message : cause}`
      return answer(500, { type: 'internal_server_error', message })
    }
  }
}

async function readAddress(request: Request): Promise<{ address: Address } | { fault: string }> {
  const text = await request.text()
  if (text.length > bodyLimit) return { fault: `The body must be { "address": "0x…" }.` }
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return { fault: 'The body must be JSON: { "address": "0x…" }.' }
  }
  const address = body !== null && typeof body === 'object' && 'address' in body && body.address
  if (typeof address !== 'string') return { fault: 'address is missing: { "address": "0x…" }.' }
  // Where it mixes cases, they must be the checksum's (EIP-55): a mistyped address is lost money.
  if (!isAddress(address)) {
    return { fault: `address must be 0x and 40 hexadecimal digits, not ${address.slice(0, 60)}.` }
  }
  if (address === zeroAddress) return { fault: 'address must not be the zero address.' }
  return { address }
}

function refusal(message: string): Response {
  const details = [{ field: 'address', message }]
  return answer(400, { type: 'validation_error', message, details })
}

function wrongMethod(): Response {
  const message = 'The faucet takes POST { "address": "0x…" } only.'
  return answer(405, { type: 'method_not_allowed', message }, { allow: 'POST' })
}

function answer(status: number, error: ErrorBody['error'], headers: HeadersInit = {}): Response {
  return Response.json({ error } satisfies ErrorBody, { status, headers })
}
