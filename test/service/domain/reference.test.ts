import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { Reference } from '../../../src/api/fields.ts'
import { referenceOf } from '../../../src/service/domain/reference.ts'

const id = '3c90c3cc-0d44-4b50-8888-8dd25736052a'

test('a reference is the hash of the charge’s id and cannot be turned back', () => {
  const digest = createHash('sha256').update(`pay-charge reference:${id}`).digest('hex')
  assert.equal(referenceOf(id), digest.slice(0, 32))
  assert.equal(Reference.parse(referenceOf(id)), referenceOf(id))
})

test('a charge has one reference, however its id is written', () => {
  assert.equal(referenceOf(id.toUpperCase()), referenceOf(id))
  assert.notEqual(referenceOf(id), referenceOf(id.replace('3', '4')))
})
