import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PayError } from '../../src/errors.ts'
import {
  findNotSentError,
  getShortMessage,
  hasCode,
  isInability,
  toWalletError,
} from '../../src/wallet/errors.ts'

/** An error of a wallet with others around it, as libraries wrap them. */
function wrapped(inner: unknown, times = 3): unknown {
  let error = inner
  for (let depth = 0; depth < times; depth++)
    error = Object.assign(new Error(`outer ${depth}`, { cause: error }), { code: -32603 })
  return error
}

test('an explicit refusal is told apart, whatever is wrapped around it', () => {
  const mobile = { code: -32603, message: 'x', data: { originalError: { code: 4001 } } }
  const refusals = [
    { code: 4001, message: 'User rejected the request.' },
    { code: 5000, message: 'User rejected.' },
    { code: 'ACTION_REJECTED' },
    wrapped({ code: 4001 }),
    wrapped({ code: 5000 }, 12),
    mobile,
    wrapped(mobile),
    // As some wallets answer: the code as text, alone, or the whole reply of JSON-RPC, and words without a code.
    { code: '4001' },
    '4001',
    4001,
    { error: { code: 4001 } },
    wrapped({ error: { code: '4001', message: 'x' } }),
    { originalError: { code: 4001 } },
    'User rejected',
    { code: -32603, message: 'User rejected the request.' },
    new Error('MetaMask Tx Signature: User denied transaction signature.'),
    { error: { message: 'Transaction was cancelled by the user' } },
  ]
  for (const refusal of refusals) {
    const error = toWalletError(refusal)
    assert.equal(error.code, 'wallet_refused', JSON.stringify(refusal))
    assert.equal(error.retryable, true)
    assert.equal(error.cause, refusal)
  }
})

test('a wallet that shows a question already is busy', () => {
  assert.equal(toWalletError(wrapped({ code: -32002 })).code, 'wallet_busy')
})

test('what is unclear is never taken for a refusal', () => {
  const unclear = [
    { code: 4100 },
    { code: 4900 },
    new Error('4001'),
    new TypeError('Failed to fetch'),
    new Error('Transaction rejected by the network'),
    { message: 'The user rejects nothing: nonce too low' },
    'rejected',
    '40010',
    {
      get code() {
        throw new Error('unreadable')
      },
    },
    null,
    undefined,
    {},
  ]
  for (const thrown of unclear) {
    const error = toWalletError(thrown)
    assert.equal(error.code, 'wallet_failed', String(thrown))
    assert.notEqual(error.message, '')
  }
})

test('causes that go in circles end', () => {
  const first: { cause?: unknown; message: string } = { message: 'first' }
  first.cause = { message: 'second', cause: first }
  assert.equal(toWalletError(first).code, 'wallet_failed')
  const self: { data?: unknown } = {}
  self.data = { originalError: self }
  assert.equal(hasCode(self, [4001]), false)
})

test('an error of ours stays what it is', () => {
  const ours = new PayError('chain_unknown', 'Which chain?')
  assert.equal(toWalletError(ours), ours)
})

test('the sentence for people is told, and cut where it goes on and on', () => {
  assert.equal(getShortMessage({ shortMessage: 'Short.', message: 'Long.' }), 'Short.')
  assert.equal(getShortMessage(new Error('Long.')), 'Long.')
  assert.equal(getShortMessage({ message: 'It is busy. '.repeat(500) })?.length, 300)
  assert.equal(getShortMessage('What it says.'), 'What it says.')
  for (const silent of [null, undefined, {}, { message: '' }, { message: 42 }, '', 7, true]) {
    assert.equal(getShortMessage(silent), undefined)
    assert.match(toWalletError(silent).message, /^Your wallet reported a problem\.$/)
  }
})

test('what only programmers understand is not passed on to the payer', () => {
  for (const message of [
    'n.map is not a function',
    'Cannot decode zero data ("0x") with ABI parameters.',
    'An unknown RPC error occurred.',
    'Cannot read properties of undefined (reading length)',
    'Unexpected token < in JSON at position 0',
    'Internal JSON-RPC error.',
    'HTTP request failed.',
    '[object Object]',
    'Failed to fetch',
    'execution reverted',
    `call ${'0'.repeat(64)}`,
    '{"code":-32000}',
    '4001',
    '-32603',
  ])
    assert.equal(getShortMessage(new Error(message)), undefined, message)
  for (const message of [
    'Your Ledger is locked.',
    'The extension context was invalidated.',
    'Networks cannot be changed here.',
    'Dein Gerät ist gesperrt!',
    'デバイスがロックされています。',
  ])
    assert.equal(getShortMessage({ message }), message)
  const locked = { code: -32603, message: 'Ledger device: Locked device (0x5515)' }
  assert.equal(getShortMessage(locked), 'Ledger device: Locked device')
})

test('only a wallet that cannot is told from one that did not', () => {
  for (const code of [4200, -32601, -32004, 3001, 5101, 5201, '4200'])
    assert.equal(isInability(wrapped({ code })), true, String(code))
  for (const code of [4001, 4100, 4900, 5000, -32000, -32002, -32603, undefined])
    assert.equal(isInability(wrapped({ code })), false, String(code))
})

test('a wallet that may not ask, and a node that takes no transaction, have certainly sent nothing', () => {
  for (const refusal of [
    wrapped({ code: 4200 }),
    { code: -32601 },
    { code: -32000, message: 'insufficient funds for gas * price + value: balance 0' },
    wrapped(new Error('err: insufficient funds for transfer')),
  ])
    assert.match(String(findNotSentError(refusal)?.message), /Nothing was sent/)
  for (const unclear of [{ code: 4900 }, { code: -32603 }, new Error('nonce too low'), null, {}])
    assert.equal(findNotSentError(unclear), undefined)
  const { code, retryable } = findNotSentError(wrapped({ code: 4100 })) ?? {}
  assert.deepEqual([code, retryable], ['wallet_locked', true])
})

test('a failure may be named by what was tried', () => {
  assert.equal(toWalletError(new Error('x'), 'chain_unreachable').code, 'chain_unreachable')
})
