import { Email } from '../../api/schemas/fields.ts'

/** The operator's mail server, through which the service sends (RFC 5321). */
export interface MailServer {
  host: string
  port: number
  /** Whether the connection begins with TLS; otherwise it is upgraded by STARTTLS. */
  isSecure: boolean
  /** Whether it runs on this machine, where nobody listens: only then may it do without TLS. */
  isLocal: boolean
  /** Undefined for a server that asks for none. */
  login: { user: string; password: string } | undefined
}

/** The sender of all messages. */
export interface MailSender {
  /** '' for none: messages then bear the name of the store. */
  name: string
  address: string
}

const localHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i

/**
 * Parses the URL of a mail server. Throws an Error whose message continues after the variable's name, and does not contain the URL,
 * which may hold a password.
 */
export function parseMailServer(text: string): MailServer {
  const url = URL.parse(text)
  const isSecure = url?.protocol === 'smtps:'
  if (!url || !(isSecure || url.protocol === 'smtp:') || url.hostname === '')
    throw new Error('must be a URL such as smtps://user:password@mail.example')
  if (url.search || url.hash || !/^\/?$/.test(url.pathname))
    throw new Error('must end with the host or its port: it has no path and no options')
  const [user, password] = [url.username, url.password].map(decode) as [string, string]
  if ((user === '') !== (password === ''))
    throw new Error('must have both a user and a password, or neither')
  const isLocal = localHost.test(url.hostname)
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || (isSecure ? 465 : 587)),
    isSecure,
    isLocal,
    login: user === '' ? undefined : { user, password },
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Error('must have its user and password percent-encoded: % is %25')
  }
}

/** Parses the sender of messages: an address, or a name with the address in angle brackets. */
export function parseMailSender(text: string): MailSender {
  const [, name = '', address = text] = /^([^<>]*)<([^<>]*)>$/.exec(text) ?? []
  const trimmed = name.trim().replace(/^"(.*)"$/, '$1')
  if (!Email.safeParse(address).success || /[\p{C}"]/u.test(trimmed) || trimmed.length > 80)
    throw new Error('must be an address such as pay@example.com, or Example <pay@example.com>')
  return { name: trimmed, address }
}
