import { ReceiptClaims } from '../../../api/schemas/charges/receipt.ts'
import { createReceiptReply } from '../../charges/routes/receipts.ts'
import { type ClaimedMessage, type MailKind, maxPerRecipient } from '../../mail/messages.ts'
import { writeReceipt, writeRefund } from '../../mail/send/customer.ts'
import type { Letter } from '../../mail/send/letter.ts'
import {
  type PersonContext,
  writeConfirmation,
  writeDecision,
  writePayment,
  writeWebhook,
} from '../../mail/send/people.ts'
import { createMailer, type Mailer } from '../../mail/send/sender.ts'
import type { MailSender, MailServer } from '../../mail/server.ts'
import { chooseLanguage } from '../../texts/language.ts'
import type { RoleParts } from './parts.ts'

/** Milliseconds until the mail server greets. */
const connectMs = 30_000

/** Starts to send mail, in the processes with the role `webhooks`. */
export function startMail(
  parts: RoleParts,
  { server, sender }: { server: MailServer; sender: MailSender },
): Mailer {
  const { options, log, store, metrics, onHeartbeat } = parts
  const mailer = createMailer({
    store,
    log,
    server,
    sender,
    bounds: { perAccount: options.mailPerHour, perRecipient: maxPerRecipient },
    timeouts: { connectMs, answerMs: options.mailAnswerMs },
    retryDelaysMs: options.mailRetryDelaysMs,
    webhookFailureMs: options.mailWebhookMs,
    write: (message) => writeMessage(parts, message),
    onOutcome: metrics.countMail,
    onWaiting: metrics.recordWaitingMail,
    onPoll: () => onHeartbeat('mail'),
  })
  mailer.start()
  return mailer
}

/** Writes a message from what its subject is now; undefined where there is nothing to report any more. */
async function writeMessage(
  parts: Pick<RoleParts, 'store' | 'options'>,
  message: ClaimedMessage,
): Promise<Letter | undefined> {
  const { kind } = message
  switch (kind) {
    case 'receipt':
      return await writeReceiptOf(parts, message)
    case 'refund':
      return await writeRefundOf(parts, message)
    case 'payment':
    case 'decision':
    case 'webhook':
    case 'confirm':
      return await writeToPerson(parts, { ...message, kind })
    default:
      return kind satisfies never
  }
}

/** @throws PayError `conflict` while no receipt is signed for the charge */
async function writeReceiptOf(
  { store, options: { publicUrl } }: Pick<RoleParts, 'store' | 'options'>,
  { subjectId, locale }: ClaimedMessage,
): Promise<Letter | undefined> {
  const found = await store.getChargeWithAccount(subjectId)
  if (!found) return undefined
  const { charge, account } = found
  const { receipt } = await createReceiptReply({ store, publicUrl }, charge, account)
  const [, payload = ''] = receipt.split('.')
  const text = Buffer.from(payload, 'base64url').toString('utf8')
  const claims = ReceiptClaims.parse(JSON.parse(text) as unknown)
  const language = chooseLanguage(locale)
  return writeReceipt({ language, account, charge, publicUrl }, { receipt, claims })
}

async function writeRefundOf(
  { store, options: { publicUrl } }: Pick<RoleParts, 'store' | 'options'>,
  { accountId, subjectId, locale }: ClaimedMessage,
): Promise<Letter | undefined> {
  const refund = await store.getRefund(accountId, subjectId)
  const found = refund && (await store.getChargeWithAccount(refund.chargeId))
  if (!found) return undefined
  const { chainId, symbol, decimals, hash, recipient, transfer, status } = refund
  if (status !== 'COMPLETED' || hash === undefined || recipient === undefined || !transfer)
    throw new Error('The refund is no longer confirmed.')
  const { amount, minedAt } = transfer
  const language = chooseLanguage(locale)
  return writeRefund(
    { ...found, language, publicUrl },
    { chainId, symbol, decimals, amount, hash, recipient, minedAt },
  )
}

/** Writes to a person of the merchant, who may have left since. */
async function writeToPerson(
  { store, options: { publicUrl } }: Pick<RoleParts, 'store' | 'options'>,
  message: ClaimedMessage & { kind: Exclude<MailKind, 'receipt' | 'refund'> },
): Promise<Letter | undefined> {
  const { kind, accountId, subjectId, recipient, locale } = message
  const account = await store.findAccount(accountId)
  if (!account) return undefined
  const context: PersonContext = { language: chooseLanguage(locale), account, publicUrl }
  if (kind === 'confirm') {
    const token = await store.getConfirmationToken(subjectId, recipient)
    return token === undefined ? undefined : writeConfirmation(context, token)
  }
  const topic = ({ payment: 'payments', decision: 'decisions', webhook: 'webhooks' } as const)[kind]
  if (!(await store.isMailListener(accountId, recipient, topic))) return undefined
  if (kind === 'webhook') {
    const endpoint = await store.getEndpoint(accountId, subjectId)
    return endpoint && writeWebhook(context, endpoint)
  }
  if (kind === 'payment') {
    const charge = (await store.getChargeWithAccount(subjectId))?.charge
    if (!charge) return undefined
    const { id, order, reference, localAmount: amount, localCurrency: currency } = charge
    return writePayment(context, { id, name: order.name, reference, amount, currency })
  }
  const found = await store.readMailEvent(subjectId)
  if (!found) return undefined
  const { event, chargeId } = found
  const id = event.type === 'payment:misdirected' ? event.data.chargeUuid : chargeId
  const charge = id === undefined ? undefined : (await store.getChargeWithAccount(id))?.charge
  const order = charge && { name: charge.order.name, reference: charge.reference }
  return writeDecision(context, event, order)
}
