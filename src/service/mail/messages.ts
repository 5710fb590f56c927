import { createHash } from 'node:crypto'

/** What a message is about. */
export type MailKind = (typeof mailKinds)[number]

/**
 * The kinds of messages: to a customer, a receipt and the word of a refund; to a person of the merchant, a payment, what needs a
 * decision, a webhook that fails, and the question whether an address is theirs.
 */
export const mailKinds = ['receipt', 'refund', 'payment', 'decision', 'webhook', 'confirm'] as const

/**
 * - `WAITING`: it is sent, or tried again, when its time comes
 * - `SENT`: the mail server has taken it
 * - `FAILED`: the mail server has refused it for good, or has not taken it within a day
 * - `UNKNOWN`: the connection ended after the whole message was handed over and before the answer. It may have been sent, so only a
 *   person sends it again
 * - `IGNORED`: there is nothing to do about it. A person has said so of one of these two, or there was nothing to report any more when its
 *   time came
 */
export type MailStatus = 'WAITING' | 'SENT' | 'FAILED' | 'UNKNOWN' | 'IGNORED'

/** A message that is to be sent. */
export interface NewMessage {
  accountId: string
  kind: MailKind
  /** The charge, refund or other object that it is about. */
  subjectId: string
  /** What it reports: nobody receives two messages of one matter. */
  matter: string
  /** One address. */
  recipient: string
  /** Language tag (BCP 47) of the recipient; '' for an unknown one. */
  locale: string
}

/** A message that this process may send until its lease ends. */
export interface ClaimedMessage extends NewMessage {
  id: string
  /** How many times it was attempted before, by any process. */
  previousAttempts: number
  /** Number of this claim: a process whose lease has expired can no longer change the message. */
  claimNumber: number
}

/** A message that was not sent, or may not have been. */
export interface UnsentMessage extends Pick<NewMessage, 'kind' | 'subjectId' | 'recipient'> {
  id: string
  status: 'FAILED' | 'UNKNOWN'
  lastError: string
  createdAt: Date
}

/**
 * Returns an address with its domain as mail servers and the DNS have it (RFC 5890): one form for all its spellings, by which the messages to
 * it are counted. What is no domain stays as it is.
 */
export function toMailbox(address: string): string {
  const at = address.lastIndexOf('@') + 1
  const domain = address.slice(at)
  if (/^[\x21-\x7e]*$/.test(domain) || !/^[\p{L}\p{M}\p{N}.\-\u3002\uff0e\uff61]+$/u.test(domain))
    return address
  return `${address.slice(0, at)}${URL.parse(`https://${domain}`)?.hostname ?? domain}`
}

/** How an attempt has ended. */
export type MailOutcome =
  | { status: 'SENT' }
  | { status: 'FAILED' | 'UNKNOWN' | 'IGNORED'; error: string }
  /** To be tried again. */
  | { status: 'WAITING'; error: string; delayMs: number }

/** How many messages may be sent in an hour. */
export interface MailBounds {
  perAccount: number
  /** To one address that was only typed, of all accounts together. */
  perRecipient: number
}

/**
 * The most messages that one address receives in an hour that its owner has not confirmed. A customer types the address, and pays for
 * each message to it: no more than these reach somebody else.
 */
export const maxPerRecipient = 10

/**
 * Returns the outcome of an attempt that was surely not sent: it is tried again after the next of these times, and given up after the
 * last.
 */
export function retry(
  error: string,
  previousAttempts: number,
  retryDelaysMs: readonly number[],
): MailOutcome {
  const delayMs = retryDelaysMs[previousAttempts]
  return delayMs === undefined ? { status: 'FAILED', error } : { status: 'WAITING', error, delayMs }
}

/**
 * Returns the Message-ID (RFC 5322 section 3.6.4) of a message, which is the same at each attempt: mail programs show two copies as
 * one.
 */
export function computeMessageId(
  { matter, recipient }: Pick<NewMessage, 'matter' | 'recipient'>,
  senderAddress: string,
): string {
  const hash = createHash('sha256').update(`${matter}\n${recipient}`).digest('base64url')
  return `<${hash}@${senderAddress.slice(senderAddress.lastIndexOf('@') + 1)}>`
}
