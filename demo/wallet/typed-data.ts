import type { Address, Client } from 'viem'
import * as z from 'zod/mini'
import { invalidParams } from './errors.ts'
import { format, readToken } from './inspect.ts'
import { addressRow, plainText, type Question, shortAddress } from './question.ts'
import { parse } from './transaction.ts'

const TypedDataShape = z.object({
  types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
  primaryType: z.string(),
  domain: z.looseObject({
    chainId: z.optional(z.union([z.string(), z.number()])),
    verifyingContract: z.optional(z.string()),
  }),
  message: z.record(z.string(), z.unknown()),
})
/** What `eth_signTypedData_v4` is asked to sign: https://eips.ethereum.org/EIPS/eip-712 */
export type TypedData = z.infer<typeof TypedDataShape>

const Transfer = z.object({
  from: z.string(),
  to: z.string(),
  value: z.string().check(z.regex(/^\d{1,78}$/)),
  validBefore: z.string().check(z.regex(/^\d{1,78}$/)),
})

/** Reads typed data from its JSON. Throws a WalletError -32602. */
export function readTypedData(text: string): TypedData {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw invalidParams('params.1: is no JSON')
  }
  return parse(TypedDataShape, value)
}

/** What the sheet asks about typed data: a signed transfer (EIP-3009) in words, and anything else as it is. */
export async function inspectTypedData(
  client: Client,
  from: Address,
  { primaryType, domain, message }: TypedData,
  network: string,
): Promise<Question> {
  const transfer = Transfer.safeParse(message)
  const contract = domain.verifyingContract as Address | undefined
  const isTransfer = primaryType === 'TransferWithAuthorization' && transfer.success
  const token = isTransfer && contract ? await readToken(client, contract, from) : undefined
  if (!isTransfer || !contract || !token) {
    const text = plainText(JSON.stringify(message), 2_000)
    const rows = [addressRow('Account', from)]
    return { title: `Sign ${plainText(primaryType, 60)}?`, text, rows, warnings: [], network }
  }
  const { to, value, validBefore } = transfer.data
  const amount = BigInt(value)
  const held = `Not enough ${token.symbol}: you have ${format(token.held, token.decimals)}.`
  return {
    title: 'Sign a payment',
    headline: `${format(amount, token.decimals)} ${token.symbol}`,
    subline: `to ${shortAddress(to)}`,
    rows: [
      addressRow('From', from),
      addressRow('To', to),
      addressRow('Token', contract),
      { label: 'Valid until', value: new Date(Number(validBefore) * 1000).toLocaleTimeString() },
      { label: 'Network fee', value: 'None for you' },
    ],
    warnings: token.held < amount ? [held] : [],
    network,
  }
}
