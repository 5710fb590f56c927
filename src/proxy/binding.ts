// Which charge belongs to which order of which visitor. The page keeps what it is told in storage that any script of
// the shop's origin can write; bound by a MAC, a swapped entry is found out and makes a new charge instead of leading
// the payer to somebody else's.

/** What a binding holds together. */
export interface BoundOrder {
  /** The order's JSON as it was sent, to the byte. */
  order: string
  chargeId: string
  /** Never '': what binds everybody binds nobody. */
  visitor: string
}

/** Binds orders to charges, and tells whether a binding fits. */
export interface Binder {
  /** HMAC-SHA-256 in base64url. */
  bind(bound: BoundOrder): Promise<string>
  isBound(bound: BoundOrder, binding: string): Promise<boolean>
}

const encoder = new TextEncoder()

/** Makes a binder whose key is derived from the api-key (HKDF, RFC 5869): every process of the shop has the same. */
export function createBinder(apiKey: string): Binder {
  let derived: Promise<CryptoKey> | undefined
  // At the first order: making a proxy is no asynchronous act.
  const key = () => {
    derived ??= deriveKey(apiKey)
    return derived
  }
  return {
    async bind(bound) {
      const mac = await crypto.subtle.sign('HMAC', await key(), message(bound))
      return toBase64Url(new Uint8Array(mac))
    },
    async isBound(bound, binding) {
      const mac = fromBase64Url(binding)
      return !!mac && (await crypto.subtle.verify('HMAC', await key(), mac, message(bound)))
    },
  }
}

async function deriveKey(apiKey: string): Promise<CryptoKey> {
  const secret = await crypto.subtle.importKey('raw', encoder.encode(apiKey), 'HKDF', false, [
    'deriveKey',
  ])
  const info = encoder.encode('pay-charge order binding')
  return await crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info },
    secret,
    { name: 'HMAC', hash: 'SHA-256', length: 256 },
    false,
    ['sign', 'verify'],
  )
}

/** As JSON, so that no part can run over into the next. */
function message({ order, chargeId, visitor }: BoundOrder) {
  return encoder.encode(JSON.stringify([order, chargeId, visitor]))
}

function toBase64Url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Undefined for what is not 32 bytes in base64url. */
function fromBase64Url(text: string) {
  if (!/^[\w-]{43}$/.test(text)) return undefined
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (char) => char.charCodeAt(0))
}
