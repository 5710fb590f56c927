import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import type { Intent } from '../../src/checkout/ports/intent.ts'
import { signAuthorization } from '../../src/wallet/authorize/sign-authorization.ts'
import { limitReads, type Provider, readMethods } from '../../src/wallet/connect/provider.ts'
import { intent, quote, recipient } from './samples.ts'

// A question to a person has no time limit, and a read has one. Only a wallet that cannot sign closes the way to pay by a signature.

/** What the page asks of people, and a method that nobody has decided about yet. */
const questions = [
  'eth_requestAccounts',
  'wallet_requestPermissions',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'eth_sendTransaction',
  'wallet_sendCalls',
  'personal_sign',
  'eth_signTypedData_v4',
  'wallet_ofTheNextStandard',
]

/** Asks a wallet that never answers, and returns what the page has heard after so many seconds. */
async function askSilent(method: string, seconds: number): Promise<unknown> {
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    const silent = { request: () => new Promise(() => {}) } as unknown as Provider
    let heard: unknown = 'nothing'
    limitReads(silent)
      .request({ method } as never)
      .catch((cause: { code?: unknown }) => {
        heard = cause.code
      })
    mock.timers.tick(seconds * 1000)
    for (let turn = 0; turn < 10; turn++) await Promise.resolve()
    return heard
  } finally {
    mock.timers.reset()
  }
}

for (const method of questions)
  test(`${method} waits for its owner for a day`, async () => {
    assert.equal(await askSilent(method, 86_400), 'nothing')
  })

test('a wallet that leaves a read open is given up after 15 seconds', async () => {
  for (const method of readMethods) {
    assert.equal(await askSilent(method, 14), 'nothing', method)
    assert.equal(await askSilent(method, 16), 4900, method)
  }
})

const signed: Intent = {
  ...intent(quote(5n, recipient), recipient, 0, 0n),
  authorization: {
    ...{ value: 5n, fee: 0n, nonce: `0x${'1'.repeat(64)}`, validBefore: 9n },
    domain: { name: 'USD Coin', version: '2' },
  },
}

/** The code under which a wallet's failure to sign reaches the checkout. */
async function signWith(failure: unknown): Promise<string> {
  const provider = { request: () => Promise.reject(failure) } as unknown as Provider
  const error = await signAuthorization(provider, signed, () => true).catch((cause) => cause)
  return (error as { code: string }).code
}

test('a wallet that cannot sign is told from one that did not', async () => {
  for (const code of [4200, -32601, -32004, 3001, 5101, 5201])
    assert.equal(await signWith({ code, message: 'x' }), 'authorization_refused', String(code))
  for (const code of [-32603, -32000, 4900, 4902, undefined])
    assert.equal(await signWith({ code, message: 'x' }), 'wallet_failed', String(code))
  assert.equal(await signWith({ code: 4001 }), 'wallet_refused')
  assert.equal(await signWith({ code: -32002 }), 'wallet_busy')
  assert.equal(await signWith({ code: 4100 }), 'wallet_locked')
})
