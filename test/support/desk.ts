import { Attribution } from 'ox/erc8021'
import type { Address } from 'viem'
import type { Client } from '../../src/api/client/client.ts'
import type { DeskRole } from '../../src/api/routes/scope.ts'
import type { NewCharge } from '../../src/api/schemas/charges/charge.ts'
import { computeReference } from '../../src/service/kernel/reference.ts'
import { type DeskVisitor, visitDesk } from './desk-visitor.ts'
import type { LocalChain } from './local-chain.ts'
import { runOperator } from './operator.ts'
import { startReceiver } from './receiver.ts'
import type { ServiceEnvironment } from './service.ts'
import { until } from './wait.ts'

/** A person's key of the desk, made as the operator makes it. */
export async function createDeskKey(
  environment: ServiceEnvironment,
  account: string,
  { scope, name }: { scope: `desk:${DeskRole}` | 'admin'; name: string },
): Promise<{ apiKey: string; prefix: string }> {
  const { stdout } = await runOperator(
    ['keys', 'create', '--account', account, '--scope', scope, '--name', name, '--json'],
    environment,
  )
  return JSON.parse(stdout) as { apiKey: string; prefix: string }
}

/** Signs a person in, with a key of their own. */
export async function signInAtDesk(
  { environment, baseUrl }: { environment: ServiceEnvironment; baseUrl: string },
  account: string,
  { role, name }: { role: DeskRole; name: string },
): Promise<{ visitor: DeskVisitor; apiKey: string; prefix: string }> {
  const key = await createDeskKey(environment, account, { scope: `desk:${role}`, name })
  const visitor = visitDesk(baseUrl)
  const { status, path } = await visitor.send('/desk/sign-in', { key: key.apiKey })
  if (status !== 200 || path !== '/desk') throw new Error(`${name} was not let in: ${status}`)
  return { visitor, ...key }
}

/** The parts of a shop that a day is played on. */
export interface DeskShop {
  chain: LocalChain
  client: Client
  /** Where the shop's money goes. */
  recipient: Address
}

/** What happened on the day. */
export interface DeskDay {
  paid: string
  waiting: string
  canceled: string
  /** Unmatched transfers, by what is suggested for them. */
  short: string
  lost: string
  endpoint: string
  /** The newest event, and a payment link. */
  event: string
  link: string
  end: () => Promise<void>
}

/** Plays a day of a shop: orders that are paid, open and canceled, money without proof, and a webhook that fails at first. */
export async function playDay({ chain, client, recipient }: DeskShop): Promise<DeskDay> {
  const { address } = chain.token('DUSD')
  const receiver = await startReceiver()
  const { uuid: endpoint } = await client.addWebhookEndpoint({ url: receiver.url })
  const create = (number: number, amount: string, more: Partial<NewCharge> = {}) =>
    client.createCharge({
      pricing_type: 'fixed_price',
      local_price: { amount },
      name: `Order ${number}`,
      metadata: { orderId: String(number) },
      ...more,
    })
  const pay = (id: string, cents: number) =>
    chain.transfer(address, recipient, BigInt(cents) * 10_000n, suffixOf(id))

  const expected = await create(1040, '52.00', { payer_email: 'kenji.mori@example.com' })
  const part = await create(1039, '19.99', { payer_email: 'lena.vogt@example.com' })
  const paid = await create(1042, '34.50', {
    payer_email: 'ada.byron@example.com',
    line_items: [
      {
        name: 'Stoneware mug',
        description: 'Rust glaze, 350 ml',
        quantity: 2,
        unit_amount: '12.50',
      },
      { name: 'Linen tea towel', unit_amount: '9.50' },
    ],
    tax_note: 'Including $5.51 tax',
  })
  const canceled = await create(1036, '27.50', { payer_email: 'sam.okoro@example.com' })
  await client.cancelCharge(canceled.id)
  await pay(part.id, 10_00)
  await pay(paid.id, 34_50)
  // Without the charge's reference, as an exchange sends it.
  const shortHash = await chain.transfer(address, recipient, 51_000_000n)
  const lostHash = await chain.transfer(address, recipient, 777_000_000n)
  await chain.client.mine({ blocks: 3 })
  const find = (hash: string) =>
    until('the unmatched money', async () => {
      const { data } = await client.listUnmatched({ limit: 100 })
      return data.find((payment) => payment.hash === hash)?.uuid
    })
  await until('the payment', async () => {
    const { status } = await client.getCharge(paid.id)
    return status === 'COMPLETED' || undefined
  })
  await until('the webhook', () => receiver.received.length > 3 || undefined)
  const { data: events } = await client.listEvents({ limit: 1, endpoint })
  const link = await client.createPaymentLink({
    pricing_type: 'fixed_price',
    local_price: { amount: '45.00' },
    name: 'Glazing course',
    description: 'One evening, clay and tools included.',
    fields: [{ kind: 'name' }, { kind: 'email', required: true }],
  })
  return {
    paid: paid.id,
    waiting: expected.id,
    canceled: canceled.id,
    short: await find(shortHash),
    lost: await find(lostHash),
    endpoint,
    event: events[0]?.uuid ?? '',
    link: link.id,
    end: () => receiver.die(),
  }
}

const suffixOf = (id: string) => Attribution.toDataSuffix({ codes: [computeReference(id)] })
