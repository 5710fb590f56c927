import { decodeBase64Url, encodeBase64Url } from '../../api/jws/base64url.ts'

// Proves which charge belongs to which order of which visitor. The page stores the binding where any script of the merchant's
// origin can write. Because the binding is a MAC, a swapped entry is detected: it leads to a new charge, and not to another
// visitor's charge.

/** The data that a binding authenticates. */
export interface BoundOrder {
  /** The order's JSON, byte by byte as it was sent. */
  order: string
  chargeId: string
  /** The visitor's id. An empty id must never be accepted: all visitors without a cookie share it. */
  visitor: string
}

/** Creates and verifies bindings of orders to charges. */
export interface OrderBinder {
  /** Returns the binding: an HMAC-SHA-256 in base64url. */
  bind(bound: BoundOrder): Promise<string>
  /** Returns whether the binding is valid for this data. */
  isBound(bound: BoundOrder, binding: string): Promise<boolean>
}

const encoder = new TextEncoder()

/**
 * Creates a binder whose key is derived from the api-key (HKDF, RFC 5869), so that every process of the merchant has
 * the same key.
 */
export function createOrderBinder(apiKey: string): OrderBinder {
  let keyDerivation: Promise<CryptoKey> | undefined
  // Derived at the first order, because creating a proxy is synchronous.
  const key = () => {
    keyDerivation ??= deriveKey(apiKey)
    return keyDerivation
  }
  return {
    async bind(bound) {
      const mac = await crypto.subtle.sign('HMAC', await key(), encodeBoundOrder(bound))
      return encodeBase64Url(new Uint8Array(mac))
    },
    async isBound(bound, binding) {
      const mac = decodeBase64Url(binding)
      return (
        mac?.length === 32 &&
        (await crypto.subtle.verify('HMAC', await key(), mac, encodeBoundOrder(bound)))
      )
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

/** Encodes the parts as a JSON array, so that no text can be split into parts in two ways. */
function encodeBoundOrder({ order, chargeId, visitor }: BoundOrder) {
  return encoder.encode(JSON.stringify([order, chargeId, visitor]))
}
