import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { transferAuthorizationTypes } from '../src/api/authorizations.ts'
import { dollarTokens } from '../src/api/chains/dollar-tokens.ts'

// docs/erc7730: how wallets may show what a payer signs (https://eips.ethereum.org/EIPS/eip-7730).

const file = new URL('../docs/erc7730/transfer-with-authorization.json', import.meta.url)
const { context, display } = JSON.parse(readFileSync(file, 'utf8'))

test('the descriptor is of the type that the checkout asks wallets to sign', () => {
  const [schema] = context.eip712.schemas
  const { EIP712Domain: _, ...types } = schema.types
  assert.deepEqual(types, transferAuthorizationTypes)
  assert.deepEqual(Object.keys(display.formats), [schema.primaryType])
})

test('it shows or leaves out every field of the signature', () => {
  const { fields, excluded, required } = display.formats.TransferWithAuthorization
  const shown = fields.map(({ path }: { path: string }) => path)
  assert.deepEqual(shown.toSorted(), required.toSorted())
  const signed = transferAuthorizationTypes.TransferWithAuthorization.map(({ name }) => name)
  assert.deepEqual([...shown, ...excluded].toSorted(), signed.toSorted())
})

test('it is deployed where USDC is known to be', () => {
  const usdc = dollarTokens.filter(({ symbol }) => symbol === 'USDC')
  const places = usdc.map(({ chainId, address }) => ({ chainId, address }))
  assert.deepEqual(context.eip712.deployments, places)
})
