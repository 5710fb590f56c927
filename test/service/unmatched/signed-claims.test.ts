import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPaymentMessage } from '../../../src/api/signed-messages.ts'
import { PayError } from '../../../src/errors.ts'
import { readSignedClaims } from '../../../src/service/unmatched/routes/signed-claims.ts'
import type { UnmatchedRecord } from '../../../src/service/unmatched/unmatched.ts'

const record = { chainId: 1, hash: '0xhash', recipient: '0xshop' }
const textOf = (id: string) => createPaymentMessage({ ...record, reference: `name of ${id}` })
const claim = (chargeId: string, signature: string | undefined) => ({
  ...{ chargeId, reference: `name of ${chargeId}`, signature },
})

/** Reads claims on money of a sender; `0xc…` are contracts. A signature is its signer's name and the message. */
async function read(
  sender: string,
  claims: readonly ReturnType<typeof claim>[],
  isSigned: (signature: string) => boolean = () => false,
) {
  const calls: string[] = []
  const chains = {
    recoverSigner: async (message: string, signature: string) =>
      signature.endsWith(message) ? signature.slice(0, -message.length) : undefined,
    hasCode: async (_: number, account: string) => {
      calls.push(`code ${account}`)
      return account.startsWith('0xc')
    },
    isSignedByContract: async (_: number, account: string, message: string, signature: string) => {
      calls.push(`ask ${account}`)
      return isSigned(signature) && signature === `own ${message}`
    },
  }
  const signed = await readSignedClaims(chains, { ...record, sender } as UnmatchedRecord, claims)
  return { calls, signed: [...signed] }
}

test('a claim that the sender’s key has signed is signed, without a call', async () => {
  const claims = [claim('a', `0xholder${textOf('a')}`), claim('b', undefined)]
  assert.deepEqual(await read('0xholder', claims), { calls: [], signed: ['a'] })
})

test('a smart account that has sent the money is asked, and its word is for its own charge alone', async () => {
  const claims = [claim('a', `own ${textOf('b')}`), claim('b', `own ${textOf('b')}`)]
  const { calls, signed } = await read('0xcontract', claims, () => true)
  assert.deepEqual(signed, ['b'])
  assert.deepEqual(calls, ['code 0xcontract', 'ask 0xcontract', 'ask 0xcontract'])
})

test('a stranger’s contract says nothing: only the sender is asked', async () => {
  const claims = [claim('a', `own ${textOf('a')}`)]
  assert.deepEqual(await read('0xholder', claims, () => true), {
    calls: ['code 0xholder'],
    signed: [],
  })
  assert.deepEqual(await read('', claims, () => true), { calls: [], signed: [] })
})

test('however many claim it falsely, a node is called a few times', async () => {
  const claims = Array.from({ length: 40 }, (_, index) => claim(`${index}`, 'rubbish'))
  const { calls, signed } = await read('0xcontract', claims)
  assert.deepEqual([calls.length, signed], [6, []])
})

test('without a node that answers nothing is signed by a contract, and keys are as before', async () => {
  const claims = [claim('a', `0xcontract${textOf('a')}`), claim('b', `own ${textOf('b')}`)]
  const { signed } = await read('0xcontract', claims, () => {
    throw new PayError('chain_unreachable', 'No node answers.')
  })
  assert.deepEqual(signed, ['a'])
})
