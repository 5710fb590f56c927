import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import * as z from 'zod/mini'
import { compileModule } from '../scripts/schemas/compile-schemas.ts'
import * as checkoutSchemas from '../src/api/schemas/charges/checkout-charge.ts'
import * as receiptSchemas from '../src/api/schemas/charges/receipt-reply.ts'
import * as refundSchemas from '../src/api/schemas/payments/checkout-refunds.ts'
import * as paymentSchemas from '../src/api/schemas/payments/payment.ts'
import { charge, chargePayment, hash, payment, token } from './api/samples.ts'
import { effort } from './support/effort.ts'

// The schemas that a browser has are compiled from those of zod. They must say the same of every reply.

type Schemas = Record<string, z.ZodMiniType>

const destination = {
  tokenAmount: '19.99',
  tokenAddress: token,
  tokenDecimals: 6,
  tokenSymbol: 'DUSD',
  chainId: '8453',
  requestLink: { recipientAddress: token },
  quoteExpiresAt: '2026-11-24T12:00:00Z',
  accepts: [{ chainId: '1' }],
  signedQuote: 'a.b.c',
}
const now = '2026-11-24T12:00:00Z'
const asset = { chainId: '1', tokenAddress: token }
const fullCharge = { ...charge, payments: [chargePayment] }
/** Replies that fit; what the others are made of. */
const replies: unknown[] = [
  { data: fullCharge, request_charge: destination, binding: 'b', warnings: [] },
  { data: fullCharge },
  destination,
  { expand: 'request_charge' },
  payment,
  { ...asset, hash, status: 'UNMATCHED', reason: '', signers: [token] },
  { ...asset, recipientAddress: token, amount: '1.5', expiresAt: now, signedReservation: 'a.b.c' },
  { ...asset, hash, signature: '0xab' },
  chargePayment,
  { receipt: 'a.b.c' },
  {
    data: [
      {
        status: 'COMPLETED',
        amount: '1.5',
        sentAmount: '',
        tokenSymbol: 'USDC',
        chainId: '8453',
        hash,
        claimUrl: 'https://pay.example/refund',
      },
    ],
  },
]

/** Any JSON, and texts that nearly fit. */
const value = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom('PENDING', 'PENDINGS', '1.5', '1.', token, `${token}0`, hash, 'no_price', now),
)
/** A reply with up to three changes, each at a random place: another value, a missing field, or one more. */
const changedReply = fc
  .tuple(
    fc.constantFrom(...replies),
    fc.array(fc.tuple(fc.nat(), fc.constantFrom('set', 'delete', 'add'), value), { maxLength: 3 }),
  )
  .map(([reply, changes]) =>
    changes.reduce((changed, [place, kind, by]) => change(changed, place, kind, by), reply),
  )

function change(reply: unknown, place: number, kind: string, by: unknown): unknown {
  const copy = structuredClone(reply)
  const places = listPlaces(copy)
  const chosen = places[place % places.length]
  if (!chosen) return by
  const [parent, key] = chosen
  if (kind === 'set') parent[key] = by
  else if (kind === 'delete') delete parent[key]
  else parent[`${key}_2`] = by
  return copy
}

function listPlaces(part: unknown): [parent: Record<string, unknown>, key: string][] {
  if (typeof part !== 'object' || part === null) return []
  const parent = part as Record<string, unknown>
  return Object.keys(parent).flatMap((key) => [[parent, key] as const, ...listPlaces(parent[key])])
}

let folder: string
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'pay-charge-schemas-'))
})
after(() => rmSync(folder, { recursive: true }))

async function importCompiled(name: string, schemas: Schemas): Promise<Schemas> {
  const file = join(folder, `${name}.mjs`)
  writeFileSync(file, compileModule(schemas))
  return (await import(pathToFileURL(file).href)) as Schemas
}

/** What a schema says of a value: what it reads, or where the value does not fit. */
async function judge(schema: z.ZodMiniType | undefined, input: unknown) {
  assert.ok(schema)
  const { issues, ...read } = await schema['~standard'].validate(input)
  return issues ? issues.map(({ path = [] }) => path.map(String).join('.')) : read
}

const modules = {
  checkoutSchemas,
  paymentSchemas: { ...paymentSchemas, ...receiptSchemas, ...refundSchemas },
}

describe('a compiled schema', () => {
  for (const [name, schemas] of Object.entries(modules))
    test(`reads and refuses what the schema of zod does: ${name}`, async () => {
      const compiled = await importCompiled(name, schemas)
      assert.deepEqual(Object.keys(compiled).sort(), Object.keys(schemas).sort())
      const seen = { fits: 0, not: 0 }
      const property = fc.asyncProperty(changedReply, async (reply) => {
        // As it arrives: JSON knows no undefined.
        const input: unknown = JSON.parse(JSON.stringify(reply))
        for (const [schemaName, schema] of Object.entries<z.ZodMiniType>(schemas)) {
          const expected = await judge(schema, input)
          assert.deepEqual(await judge(compiled[schemaName], input), expected, schemaName)
          seen[Array.isArray(expected) ? 'not' : 'fits'] += 1
        }
      })
      await fc.assert(property, { numRuns: 500 * effort })
      assert.ok(seen.fits > 200 && seen.not > 200, JSON.stringify(seen))
    })

  test('reads nothing that an old script has put on Object.prototype', async () => {
    const { Payment } = await importCompiled('inherited', paymentSchemas)
    const { uuid, ...withoutUuid } = payment
    assert.deepEqual(await judge(Payment, Object.assign(Object.create({ uuid }), withoutUuid)), [
      'uuid',
    ])
  })
})

test('what cannot be compiled fails the build, and is not left out', () => {
  const refused: [z.ZodMiniType, RegExp][] = [
    [z.union([z.string(), z.number()]), /kind union/],
    [z.object({ a: z.number() }), /kind number/],
    [z.strictObject({ a: z.string() }), /further checks/],
    [z.array(z.string()).check(z.maxLength(3)), /further checks/],
    [z.string().check(z.maxLength(3)), /max_length/],
    [z.uuid(), /further checks/],
    [z.coerce.string(), /further checks/],
    [z.enum(['a', 'b']).check(z.refine((text) => text !== 'b')), /further checks/],
    [z.enum(['a|b']), /enum/],
    [z.optional(z.pipe(z.string(), z.transform(Number))), /kind pipe/],
  ]
  for (const [schema, message] of refused) assert.throws(() => compileModule({ schema }), message)
})
