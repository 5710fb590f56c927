import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { Reference } from '../../../src/api/schemas/fields.ts'
import { computeReference, isReference } from '../../../src/service/kernel/reference.ts'

const id = '3c90c3cc-0d44-4b50-8888-8dd25736052a'

test('a reference is the hash of the charge’s id and cannot be turned back', () => {
  const digest = createHash('sha256').update(`pay-charge reference:${id}`).digest('hex')
  assert.equal(computeReference(id).slice(0, 24), digest.slice(0, 24))
  assert.equal(Reference.parse(computeReference(id)), computeReference(id))
})

test('a charge has one reference, however its id is written', () => {
  assert.equal(computeReference(id.toUpperCase()), computeReference(id))
  assert.notEqual(computeReference(id), computeReference(id.replace('3', '4')))
})

test('a code of another application is no reference, although it has as many digits', () => {
  const reference = computeReference(id)
  assert.ok(isReference(reference))
  for (const code of ['1a'.repeat(16), crypto.randomUUID().replaceAll('-', ''), `${reference}0`])
    assert.ok(!isReference(code), code)
})
