/** Characters of a receiver's answer that are kept. */
export const maxShownCharacters = 2048

/** What stands in the place of a secret. */
const mask = '•••'

/** Characters that are neither shown nor a line: controls, and those that turn the direction of a text (UAX 9, section 2). */
const hidden = /(?![\n\t])[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

/**
 * Secrets by how they look: the keys of this service and of others, signing secrets, bearer and basic credentials, JSON Web Tokens
 * and private keys. Each pattern begins with a fixed text or is bounded, so that an answer of any kind is read in linear time.
 */
const secrets = [
  /\bwhsec_[\w+/=]*/g,
  /\b(?:pc|sk|rk|pk|ghp|gho|xox[bp]|AKIA|glpat)[_-]?(?:live_|test_)?[\w-]{16,}/g,
  /\b(?:Bearer|Basic) [\w.~+/=-]+/gi,
  /\beyJ[\w-]*(?:\.[\w-]*){0,2}/g,
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\w+/=\s-]*/g,
]
/** The value of a name that says it is secret, as JSON, a query, a header or a setting writes it. */
const named =
  /\b([\w-]{0,20}(?:passw(?:or)?d|secret|token(?!Address|Symbol)|api[_-]?key|authorization|cookie|dsn)[\w-]{0,20}["']?\s{0,3}[:=]\s{0,3})("[^"\n]*"?|'[^'\n]*'?|[^\s,;&"'<>]+)/gi
/** The user's part of a URL. */
const credentials = /(:\/\/)[^\s/@:]{1,200}:[^\s/@]{1,200}@/g
const emailAddress = /[\w.+%-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g

/** Replaces what looks like a secret or an e-mail address. */
export function maskSecrets(text: string): string {
  let masked = text.replace(credentials, `$1${mask}@`)
  for (const secret of secrets) masked = masked.replace(secret, mask)
  return masked.replace(named, `$1${mask}`).replace(emailAddress, mask)
}

/**
 * Returns the beginning of a receiver's answer as its merchant may read it: text without secrets, e-mail addresses and characters
 * that are not shown; '' for what is no text. It is cut after the secrets are gone, so that none is cut in half and kept.
 */
export function toShownBody(body: Uint8Array): string {
  let text: string
  try {
    // As a stream: what was read may end within a character.
    text = new TextDecoder('utf-8', { fatal: true }).decode(body, { stream: true })
  } catch {
    return ''
  }
  const shown = maskSecrets(text.replace(hidden, ''))
  return shown.length > maxShownCharacters ? `${shown.slice(0, maxShownCharacters - 1)}…` : shown
}
