import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReceiptClaims } from '../../../src/api/schemas/charges/receipt.ts'
import { type LetterContext, writeReceipt } from '../../../src/service/mail/send/customer.ts'
import { renderHtml, renderText } from '../../../src/service/mail/send/letter.ts'
import { chooseLanguage } from '../../../src/service/texts/language.ts'

// What a message says, in both of its forms.

const claims = {
  iss: 'https://pay.example',
  reference: 'a3f05c7de0914b6c8f2e7a1b0c9d8e7f',
  completed_at: '2026-11-29T14:05:00.000Z',
  merchant: { account: '01a21847-88d3-7184-a4a6-0b5adaac9ec8', name: 'Becher & Leinen' },
  order: { name: 'Bestellung 7', description: '', line_items: [], tax_note: '' },
  price: {
    amount: '34.50',
    currency: 'EUR',
    rate: { usd: '1.0853', source: 'by hand', at: '2026-11-29T14:00:00.000Z' },
  },
  payments: [],
} as unknown as ReceiptClaims

test('a receipt in euros names the rate by which its money counted', async () => {
  const context = {
    language: chooseLanguage('de'),
    account: { name: 'Shop', brand: { supportUrl: '' } },
    charge: { id: '01a21847-88d3-7184-a4a6-0b5adaac9ec8', baseUrl: undefined },
    publicUrl: 'https://pay.example',
  } as unknown as LetterContext
  const letter = writeReceipt(context, { receipt: 'x', claims })
  const line = '1,00\u00a0€\u00a0= 1,0853\u00a0$'
  assert.ok(renderText(letter).includes(line), renderText(letter))
  assert.ok((await renderHtml(letter)).includes(line))
})
