/** A Content-Security-Policy under which a page loads the element, with the tag that goes with it. */
export interface PagePolicy {
  /**
   * `script-src`. `nonce-N` is the nonce of the page's scripts, `sha384-H` the hash of pay-charge.js, `https://cdn.example` the
   * origin of a CDN.
   */
  scripts: string
  /** The script tag's attribute that the policy asks for. */
  tag: 'nonce' | 'integrity' | 'cdn' | 'plain'
  /** What the policy has beside `default-src`, `style-src` and `img-src`. */
  others?: string
  /** What the page does about it where it cannot be paid: the reason is part of what the console says. */
  refusedFor?: RegExp
}

const trustedTypes = "require-trusted-types-for 'script'; trusted-types lit-html"

/** The policies that docs/csp-and-integrity.md names, and some of their mistakes. */
export const policies: readonly PagePolicy[] = [
  { scripts: "'self'", tag: 'plain' },
  { scripts: "'self'", tag: 'plain', others: trustedTypes },
  { scripts: 'https://cdn.example', tag: 'cdn' },
  { scripts: 'https://cdn.example', tag: 'cdn', others: trustedTypes },
  { scripts: "'nonce-N'", tag: 'nonce' },
  { scripts: "'nonce-N'", tag: 'nonce', others: trustedTypes },
  { scripts: "'nonce-N' 'strict-dynamic'", tag: 'nonce' },
  { scripts: "'nonce-N' 'strict-dynamic'", tag: 'nonce', others: trustedTypes },
  {
    scripts: "'nonce-N' 'strict-dynamic' https: 'unsafe-inline'",
    tag: 'nonce',
    others: "object-src 'none'; base-uri 'none'",
  },
  { scripts: "'sha384-H' 'strict-dynamic'", tag: 'integrity' },
  { scripts: "'sha384-H' 'strict-dynamic'", tag: 'integrity', others: trustedTypes },
  {
    scripts: "'sha384-H'",
    tag: 'integrity',
    refusedFor: /script-src.* refused/,
  },
  {
    scripts: "'self'",
    tag: 'plain',
    others: "require-trusted-types-for 'script'; trusted-types other",
    refusedFor: /lit-html/,
  },
  { scripts: "'self'", tag: 'plain', others: "connect-src 'none'", refusedFor: /connect-src/ },
]
