import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { provide } from './provide.ts'

/** A message as it was handed over. */
export interface Mail {
  /** The addresses of the envelope. */
  from: string
  to: string[]
  /** Its source. */
  source: string
  /** What a mail program reads in it. */
  read: Email
}

/** A mail server that takes what it is sent, unless a test says otherwise. */
export interface MailServer {
  url: string
  received: Mail[]
  /** Answers a recipient: an error refuses it. @default takes it */
  answerRecipient: (address: string) => Promise<Error | undefined>
  /** Answers a whole message: an error refuses it, and `'lost'` ends the connection without an answer. @default takes it */
  answerMessage: (mail: Mail) => Promise<Error | 'lost' | undefined>
  die: () => Promise<void>
  comeBack: () => Promise<void>
}

/** A mail server for the tests of the file that calls this. */
export const provideMailServer = () =>
  provide<MailServer>(
    (server) => startMailServer(server),
    (server) => server.die(),
  )

/** The error with which a mail server refuses something. */
export const refusal = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode })

/** Starts a mail server on a free port, which stays its own when it dies and comes back. */
export async function startMailServer(mailServer = {} as MailServer): Promise<MailServer> {
  const sockets = new Set<Socket>()
  let isDead = false
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    // No look-up of the caller's name.
    disableReverseLookup: true,
    onRcptTo({ address }, _, done) {
      mailServer.answerRecipient(address).then(done, done)
    },
    onData(stream, { envelope }, done) {
      const take = async () => {
        const source = await text(stream)
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        const to = envelope.rcptTo.map(({ address }) => address)
        const mail = { from, to, source, read: await PostalMime.parse(source) }
        const answer = await mailServer.answerMessage(mail)
        if (answer === 'lost') for (const socket of sockets) socket.destroy()
        else if (answer) done(answer)
        else {
          mailServer.received.push(mail)
          done()
        }
      }
      take().catch(done)
    },
  })
  // A client that goes away.
  smtp.on('error', () => undefined)
  smtp.server.on('connection', (socket: Socket) => {
    if (isDead) socket.destroy()
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  const { port } = smtp.server.address() as AddressInfo
  return Object.assign(mailServer, {
    url: `smtp://127.0.0.1:${port}`,
    received: [],
    answerRecipient: async () => undefined,
    answerMessage: async () => undefined,
    // The port stays taken, so that nobody else gets it before it comes back.
    async die() {
      isDead = true
      for (const socket of sockets) socket.destroy()
      smtp.server.unref()
    },
    async comeBack() {
      isDead = false
      smtp.server.ref()
    },
  })
}
