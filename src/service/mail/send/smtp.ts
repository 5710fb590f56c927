import { Readable } from 'node:stream'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { MailSender, MailServer } from '../server.ts'
import { type Letter, renderHtml, renderSubject, renderText } from './letter.ts'

/** How long the mail server may take, in milliseconds. */
export interface SmtpTimeouts {
  /** Until it greets. */
  connectMs: number
  /** For each answer. RFC 5321 section 4.5.3.2 grants it minutes after the message, in which it may look for malware. */
  answerMs: number
}

/** What became of a message. */
export type SmtpOutcome =
  | { kind: 'sent' }
  /** It was surely not sent, and may be tried again. */
  | { kind: 'failed'; error: string }
  /** The server refuses this message or this recipient for good. */
  | { kind: 'refused'; error: string }
  /** The connection ended after the whole message was handed over and before the answer. */
  | { kind: 'unknown'; error: string }

/** A message in the form in which it is handed over (RFC 5322). */
export interface ComposedMessage {
  from: string
  to: string
  source: Buffer
}

/** Composes a message with its headers. */
export async function composeMessage(
  letter: Letter,
  { sender, recipient, messageId }: { sender: MailSender; recipient: string; messageId: string },
): Promise<ComposedMessage> {
  const { attachment, replyTo, from } = letter
  const mail = new MailComposer({
    // As objects: a name or an address is never parsed, so neither can become two.
    from: { name: sender.name || toName(from), address: sender.address },
    to: { name: '', address: recipient },
    ...(replyTo !== undefined && { replyTo: { name: toName(from), address: replyTo } }),
    subject: renderSubject(letter),
    messageId,
    text: renderText(letter),
    html: await renderHtml(letter),
    attachments: attachment ? [attachment] : [],
    // No answers by machines (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    // Nothing of a message is a file of this machine or a URL that the service would read.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const source = await mail.compile().build()
  return { from: sender.address, to: recipient, source }
}

/** Returns a name for a header: in one line, not too long, and cut between two letters. */
const toName = (text: string) =>
  [...text.replace(/[\p{C}\u2028\u2029]+/gu, ' ').trim()].slice(0, 80).join('')

/** Opens a connection to the mail server, and signs in. The caller closes it. */
async function open(server: MailServer, { connectMs, answerMs }: SmtpTimeouts) {
  const connection = new SMTPConnection({
    host: server.host,
    port: server.port,
    secure: server.isSecure,
    // Without TLS, others on the way could read the password and the messages.
    requireTLS: !server.isSecure && !server.isLocal,
    ignoreTLS: server.isLocal && !server.isSecure,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: answerMs,
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // It reports a lost connection by the event, and the other ends by their callbacks.
  connection.on('error', reject)
  const { login } = server
  connection.connect((error) => {
    if (error) return reject(error)
    if (!login) return resolve()
    const credentials = { user: login.user, pass: login.password }
    connection.login({ ...credentials, credentials }, (failure) =>
      failure ? reject(failure) : resolve(),
    )
  })
  try {
    await promise
    return connection
  } catch (cause) {
    connection.close()
    throw cause
  }
}

/** Checks that the mail server can be reached and takes the password, without a message. */
export async function checkMailServer(server: MailServer, timeouts: SmtpTimeouts): Promise<void> {
  const connection = await open(server, timeouts)
  connection.quit()
}

/**
 * Hands a message over to the mail server.
 *
 * @param options `beforeMessage` is called when the server is ready for the message itself; where it returns false, nothing of it is
 *   handed over. `signal` ends an attempt whose message was not handed over at once, and any other after `graceMs`
 */
export async function sendMessage(
  server: MailServer,
  { from, to, source }: ComposedMessage,
  {
    timeouts,
    beforeMessage,
    signal,
    graceMs,
  }: {
    timeouts: SmtpTimeouts
    beforeMessage: () => Promise<boolean>
    signal: AbortSignal
    graceMs: number
  },
): Promise<SmtpOutcome> {
  let isHandedOver = false
  try {
    signal.throwIfAborted()
    const connection = await open(server, timeouts)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    connection.on('error', reject)
    const stop = () => {
      const end = () => reject(new Error('The service stopped.'))
      if (isHandedOver) setTimeout(end, graceMs).unref()
      else end()
    }
    signal.addEventListener('abort', stop, { once: true })
    // Read only once the server has answered DATA: until then, nothing of the message has left.
    const message = Readable.from(
      (async function* () {
        if (signal.aborted || !(await beforeMessage()))
          throw new Error('Another process has taken the message over.')
        isHandedOver = true
        yield source
      })(),
      { objectMode: false },
    )
    connection.send({ from, to }, message, (error) => (error ? reject(error) : resolve()))
    try {
      await promise
      connection.quit()
      return { kind: 'sent' }
    } catch (cause) {
      connection.close()
      throw cause
    } finally {
      signal.removeEventListener('abort', stop)
    }
  } catch (cause) {
    return judge(cause, isHandedOver)
  }
}

/** Returns what an error says about the message. */
function judge(cause: unknown, isHandedOver: boolean): SmtpOutcome {
  const error = describeFailure(cause)
  const { responseCode, command } = cause as { responseCode?: unknown; command?: unknown }
  // Only these codes refuse something (RFC 5321 section 4.2.1): after any other answer, as after none, nobody knows.
  if (typeof responseCode !== 'number' || responseCode < 400 || responseCode > 599)
    return { kind: isHandedOver ? 'unknown' : 'failed', error }
  // A refusal of the password or the sender is the operator's to mend, and then each message can be sent.
  const isAboutMessage = command === 'RCPT TO' || command === 'DATA'
  return { kind: responseCode >= 500 && isAboutMessage ? 'refused' : 'failed', error }
}

/** Returns an error as people read it: in one line, and not too long. */
export function describeFailure(cause: unknown): string {
  const { message, code } = cause as { message?: unknown; code?: unknown }
  const text = String(message || code || cause).replace(/[\p{C}\u2028\u2029]+/gu, ' ')
  return text.slice(0, 300).trim()
}
