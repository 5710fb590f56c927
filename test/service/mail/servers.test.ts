import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { type TestContext, test } from 'node:test'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import {
  checkMailServer,
  type SmtpOutcome,
  sendMessage,
} from '../../../src/service/mail/send/smtp.ts'
import type { MailServer } from '../../../src/service/mail/server.ts'
import { refusal } from '../../support/mail-server.ts'

// Mail servers as they are met: each answer means that the message was sent, was surely not sent, or that nobody knows.

const timeouts = { connectMs: 5000, answerMs: 5000 }

/** What a mail server does, and how many bytes of messages have reached it. */
interface Seen {
  bytes: number
  server: MailServer
}

async function startServer(t: TestContext, options: SMTPServerOptions): Promise<Seen> {
  const seen = { bytes: 0, server: {} as MailServer }
  const smtp = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    onData(stream, _, done) {
      stream.on('data', (chunk: Buffer) => {
        seen.bytes += chunk.length
      })
      stream.on('end', () => done(stream.sizeExceeded ? refusal(552, 'Too large') : null))
    },
    ...options,
  })
  // A client that goes away, or that does not trust the certificate.
  smtp.on('error', () => undefined)
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  t.after(() => new Promise<void>((resolve) => smtp.close(resolve)))
  const { port } = smtp.server.address() as AddressInfo
  seen.server = { host: '127.0.0.1', port, isSecure: false, isLocal: true, login: undefined }
  return seen
}

const send = (server: MailServer, source = 'Subject: x\r\n\r\nText\r\n'): Promise<SmtpOutcome> =>
  sendMessage(
    server,
    { from: 'pay@operator.example', to: 'ada@shop.example', source: Buffer.from(source) },
    {
      timeouts,
      beforeMessage: async () => true,
      signal: new AbortController().signal,
      graceMs: 100,
    },
  )

test('a server that closes for now after a recipient, or takes new senders later, was surely not sent it', async (t) => {
  for (const [code, words] of [
    [421, 'Closing'],
    [450, 'Greylisted'],
  ] as const) {
    const seen = await startServer(t, {
      onRcptTo: (_, __, done) => done(refusal(code, words)),
    })
    const outcome = await send(seen.server)
    assert.equal(outcome.kind, 'failed', words)
    assert.match('error' in outcome ? outcome.error : '', new RegExp(`${code} ${words}`))
    assert.equal(seen.bytes, 0)
  }
})

test('a server elsewhere gets nothing before it has shown its certificate, and nothing with a wrong one', async (t) => {
  // The server's own certificate is one that nobody has signed.
  const wrong = await startServer(t, {})
  const elsewhere = { ...wrong.server, isLocal: false, login: { user: 'u', password: 'hunter2' } }
  const outcome = await send(elsewhere)
  assert.equal(outcome.kind, 'failed')
  assert.match('error' in outcome ? outcome.error : '', /certificate/i)
  assert.equal(wrong.bytes, 0)
  const plain = await startServer(t, { disabledCommands: ['STARTTLS'] })
  const refused = await send({ ...elsewhere, port: plain.server.port })
  assert.equal(refused.kind, 'failed')
  assert.equal(plain.bytes, 0)
  await assert.rejects(checkMailServer(elsewhere, timeouts), /certificate/i)
})

test('a server that takes no password is not sent a message without one', async (t) => {
  const seen = await startServer(t, { disabledCommands: ['AUTH', 'STARTTLS'] })
  const outcome = await send({ ...seen.server, login: { user: 'u', password: 'hunter2' } })
  assert.equal(outcome.kind, 'failed')
  assert.doesNotMatch(JSON.stringify(outcome), /hunter2/)
  assert.equal(seen.bytes, 0)
})

test('a password with signs of its own reaches the server as it is', async (t) => {
  const passwords: string[] = []
  const seen = await startServer(t, {
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ password = '' }, _, done) {
      passwords.push(String(password))
      done(null, { user: 'u' })
    },
  })
  const password = 'p%w@:/ü"\\ x'
  assert.equal((await send({ ...seen.server, login: { user: 'u', password } })).kind, 'sent')
  assert.deepEqual(passwords, [password])
})

test('a message that is larger than the server takes is refused for good', async (t) => {
  const seen = await startServer(t, { size: 1000, disabledCommands: ['STARTTLS'] })
  const outcome = await send(seen.server, `Subject: x\r\n\r\n${'text\r\n'.repeat(1000)}`)
  assert.equal(outcome.kind, 'refused')
})

/** A server that says each of these lines in turn, after a line of the client or a whole message, and then closes. */
async function startLines(t: TestContext, lines: readonly string[]): Promise<MailServer> {
  const server = createServer((socket) => {
    const left = [...lines]
    const say = () => {
      const line = left.shift()
      if (line === undefined) socket.destroy()
      else socket.write(line)
    }
    let isMessage = false
    let text = ''
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      text += chunk.toString()
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end)
        text = text.slice(end + 2)
        if (isMessage && line !== '.') continue
        isMessage = line === 'DATA'
        say()
      }
    })
    say()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.address() as AddressInfo
  return { host: '127.0.0.1', port, isSecure: false, isLocal: true, login: undefined }
}

const greeted = ['220 mx\r\n', '250 mx\r\n', '250 ok\r\n', '250 ok\r\n']

test('only what is said after the message tells whether it was sent', async (t) => {
  const kindOf = async (...lines: string[]) =>
    (await send(await startLines(t, [...greeted, ...lines]))).kind
  assert.equal(await kindOf(), 'failed', 'closed at DATA')
  assert.equal(await kindOf('354 go\r\n'), 'unknown', 'closed after the message')
  assert.equal(await kindOf('354 go\r\n', '451 later\r\n'), 'failed')
  assert.equal(await kindOf('354 go\r\n', '250 ok\r\n'), 'sent', 'closed before QUIT')
  assert.equal(await kindOf('354 go\r\n', 'nonsense\r\n'), 'unknown')
  assert.equal(await kindOf('354 go\r\n', '999 nonsense\r\n'), 'unknown')
})
