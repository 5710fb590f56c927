import type { NewCharge } from '../../../src/api/schemas/charges/charge.ts'
import { runOn } from '../../support/database.ts'
import { clientOf, type Harness } from '../../support/harness.ts'
import type { Mail, MailServer } from '../../support/mail-server.ts'
import { newCharge, payFor, report } from '../../support/paying.ts'
import type { ServiceEnvironment } from '../../support/service.ts'
import { until } from '../../support/wait.ts'

/** The sender of the tests' messages. */
export const sender = 'Pay <pay@operator.example>'

/** Settings that send mail through this server. */
export const mailSettings = async (
  server: MailServer & { started: Promise<void> },
  extra: ServiceEnvironment = {},
): Promise<ServiceEnvironment> => {
  await server.started
  return { SMTP_URL: server.url, MAIL_FROM: sender, ...extra }
}

/** An address that no other test has. */
export const anyAddress = (name = 'customer') => `${name}-${crypto.randomUUID()}@shop.example`

/** The messages to an address. */
export const mailTo = ({ received }: MailServer, address: string): Mail[] =>
  received.filter(({ to }) => to.includes(address))

/** Waits for the first message to an address. */
export const mailArrivesAt = (server: MailServer, address: string) =>
  until(`mail to ${address}`, () => mailTo(server, address)[0])

/** Creates a charge for a customer with this address, pays it and waits until it is paid. */
export async function paidCharge(
  harness: Harness,
  payer_email: string,
  over: Partial<NewCharge> = {},
): Promise<string> {
  const id = await newCharge(harness, {}, { payer_email, ...over })
  await pay(harness, id)
  return id
}

/** Pays a charge of five dollars, and waits until it is paid. */
export async function pay(harness: Harness, id: string): Promise<void> {
  const hash = await payFor(harness, id)
  await report(harness, id, hash)
  await until(`${id} to be paid`, async () =>
    (await clientOf(harness).getCharge(id)).status === 'COMPLETED' ? true : undefined,
  )
}

/** A row of `mail_messages`. */
export interface MessageRow {
  status: string
  attempts: number
  last_error: string
}

/** Of tests that read the rows of messages, which the embedded database shows to nobody beside the service. */
export const skip = process.env.TEST_DATABASE_URL
  ? false
  : 'rows are read beside the service: set TEST_DATABASE_URL'

/** The messages to an address as the database has them. */
export async function messagesTo(harness: Harness, address: string): Promise<MessageRow[]> {
  const { rows } = await runOn(
    String(harness.environment.DATABASE_URL),
    'select status, attempts, last_error from mail_messages where recipient = $1 order by id',
    [address],
  )
  return rows as MessageRow[]
}

/** Waits until the message to an address has this status. */
export const messageThatIs = (harness: Harness, address: string, status: string) =>
  until(`the message to ${address} to be ${status}`, async () => {
    const [message] = await messagesTo(harness, address)
    return message?.status === status ? message : undefined
  })
