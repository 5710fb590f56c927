import { buildScriptTags } from '../../src/api/script-tags.ts'
import { generateQuoteKey } from '../../src/api/signed-quote/sign.ts'

const { publicKey, privateKey } = await generateQuoteKey('ES256')

/** Of a shop whose pages no test opens in a browser. */
export const protection = {
  tags: await buildScriptTags({ version: '0.0.0', files: { 'pay-charge.js': 'sha384-x' } }, '/'),
  recipients: 'eip155:31337:0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc',
  quoteKey: publicKey,
  privateQuoteKey: privateKey,
  maxRate: 'eip155:31337/slip44:60 0.0005',
}
