import {
  buildScriptTags,
  type ReleaseIntegrity,
  type ScriptTags,
} from '../../src/api/script-tags.ts'
import { generateQuoteKey } from '../../src/api/signed-quote/sign.ts'
import type { Asset } from './assets.ts'
import { etherPrice, type Till } from './order.ts'

/** What the shop's pages say themselves, so that nobody between them and the payer can say otherwise. */
export interface Protection {
  /** Load the element's files with the hashes of this build. */
  tags: ScriptTags
  /** The element's attribute: the only account that may be paid (CAIP-10). */
  recipients: string
  /** The element's attribute: the most of each token that a dollar may cost (CAIP-19). */
  maxRate: string
  /** The element's attribute: the public key that must have signed what is paid. */
  quoteKey: string
  /** Its private part, which only the shop's proxy has. A real shop keeps one key; this demo makes one at each start. */
  privateQuoteKey: string
}

/**
 * Makes them of the shop's own facts.
 *
 * @param assets contain the build's list of hashes, `integrity.json`
 * @param merchant where the shop's money goes
 */
export async function createProtection(
  assets: readonly Asset[],
  merchant: string,
  { chainId, tokens }: Till,
): Promise<Protection> {
  const list = assets.find(({ name }) => name === 'integrity.json')
  if (!list) throw new Error('The build of the widget has no integrity.json.')
  const release = JSON.parse(list.content.toString()) as ReleaseIntegrity
  const dollarRates = tokens.map(
    ({ address, decimals }) => `eip155:${chainId}/erc20:${address} 1 ${decimals}`,
  )
  const { privateKey, publicKey } = await generateQuoteKey('ES256')
  return {
    quoteKey: publicKey,
    privateQuoteKey: privateKey,
    tags: await buildScriptTags(release, '/'),
    recipients: `eip155:${chainId}:${merchant}`,
    // SLIP-44: 60 is Ether. The play chain has it too.
    maxRate: [...dollarRates, `eip155:${chainId}/slip44:60 ${1 / Number(etherPrice)}`].join(', '),
  }
}
