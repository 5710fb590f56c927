import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A private key and its certificate, both PEM. */
export interface Certificate {
  key: string
  cert: string
}

/**
 * Makes a self-signed certificate for localhost, good for a day (RFC 5280, ECDSA on P-256 with SHA-256). Browsers speak
 * HTTP/2 over TLS only, and neither Node nor our dependencies write a certificate; `openssl` is not on every machine.
 */
export function createCertificate(): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const day = 86_400_000
  const toBeSigned = sequence(
    encode(0xa0, encode(0x02, Buffer.of(2))),
    // The first byte keeps the serial number positive and without leading zeros.
    encode(0x02, Buffer.concat([Buffer.of(1), randomBytes(15)])),
    ecdsaWithSha256,
    localhost,
    sequence(encodeTime(Date.now() - day), encodeTime(Date.now() + day)),
    localhost,
    publicKey.export({ format: 'der', type: 'spki' }),
    encode(0xa3, sequence(sequence(objectId('551d11'), encode(0x04, sequence(dnsName))))),
  )
  const signature = encode(
    0x03,
    Buffer.concat([Buffer.of(0), sign('sha256', toBeSigned, privateKey)]),
  )
  const der = sequence(toBeSigned, ecdsaWithSha256, signature)
  const lines = der.toString('base64').replace(/.{64}/g, '$&\n')
  return {
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}

/** One DER value (ITU-T X.690): tag, length, content. */
function encode(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: readonly Buffer[]) => encode(0x30, ...parts)
const objectId = (hex: string) => encode(0x06, Buffer.from(hex, 'hex'))

/** A UTCTime such as 261122233000Z. */
const encodeTime = (time: number) =>
  encode(0x17, Buffer.from(`${new Date(time).toISOString().replace(/\D/g, '').slice(2, 14)}Z`))

const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'))
/** The name `CN=localhost`. */
const localhost = sequence(
  encode(0x31, sequence(objectId('550403'), encode(0x0c, Buffer.from('localhost')))),
)
const dnsName = encode(0x82, Buffer.from('localhost'))
