import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type ESTree, parseSync, Visitor } from 'vite'

// Amounts and the words of others are written by few functions, which isolate them (src/money.ts, src/service/texts/format.ts).

const root = fileURLToPath(new URL('../..', import.meta.url))
const files = globSync('src/{service,element}/**/*.ts', { cwd: root })
const read = (file: string) => readFileSync(`${root}${file}`, 'utf8')

/** Files that format a number, which is no amount for a reader. */
const numbers: Readonly<Record<string, string>> = {
  'src/element/checkout/format/amounts.ts': 'an example of what a payer may type',
  'src/element/checkout/format/eta.ts': 'minutes',
  'src/element/checkout/views/screens/enter-amount.ts': 'the number in a field',
  'src/element/i18n/languages/plural.ts': 'counts',
  'src/service/books/routes/formats/excel.ts': 'the decimal sign of a country',
  'src/service/desk/document.ts': 'counts',
  'src/service/desk/format.ts': 'a duration',
  'src/service/desk/language.ts': 'counts',
  'src/service/desk/pages/books/totals.ts': 'counts',
  'src/service/desk/pages/chains.ts': 'blocks, and counts of nodes',
  'src/service/desk/pages/charges/new-charge.ts': 'hours and days',
  'src/service/desk/pages/charges/told.ts': 'counts',
  'src/service/desk/pages/first-steps.ts': 'counts',
  'src/service/desk/pages/links/list.ts': 'counts',
  'src/service/desk/pages/links/new-link.ts': 'days',
  'src/service/desk/pages/month.ts': 'counts',
  'src/service/desk/pages/people-forms.ts': 'days',
  'src/service/desk/pages/today.ts': 'counts',
  'src/service/desk/pages/todo.ts': 'counts',
  'src/service/desk/pages/webhook-event.ts': 'seconds',
  'src/service/desk/pages/webhooks.ts': 'counts',
}

/** Files that isolate: all others call them. */
const isolating: Readonly<Record<string, string>> = {
  'src/service/charges/lists/typed-search.ts': 'reads what people paste without the signs',
  'src/service/desk/routes/search.ts': 'reads a name that was isolated',
  'src/service/texts/format.ts': 'the pages',
  'src/element/i18n/languages/describe-error.ts': 'the values of an error’s text',
  'src/element/i18n/languages/load-messages.ts': 'the values of the card’s texts',
  'src/service/kernel/print.ts': 'takes them from what a terminal prints',
  'src/service/webhooks/shown-body.ts': 'takes them from the answers of receivers',
  'src/element/checkout/receipt/receipt-lines.ts': 'a receipt as text',
  'src/element/i18n/format.ts': 'takes them from what is drawn, to count that',
  'src/element/checkout/views/scan/scan.ts': 'takes the number out of an amount',
}

const formatters = /^(formatDollars|formatUnits|formatPrice|formatMoney|formatToken)$/

test('numbers are formatted in one place, and texts are isolated in few', () => {
  const formatting = files.filter((file) => /NumberFormat\(|toLocaleString\(/.test(read(file)))
  assert.deepEqual(formatting.sort(), Object.keys(numbers).sort())
  const byElements = files.filter(
    (file) => /service/.test(file) && /<bdi[ >](?!dir="ltr")/.test(read(file)),
  )
  assert.deepEqual(byElements, ['src/service/texts/format.ts'])
  const byCharacters = files.filter((file) => /\\u206[89]/.test(read(file)))
  assert.deepEqual(byCharacters.sort(), Object.keys(isolating).sort())
})

/** Lists the placeholders of templates for HTML that stand in its text, not in an attribute. */
function listPlaceholders(file: string): ESTree.Expression[] {
  const found: ESTree.Expression[] = []
  new Visitor({
    TaggedTemplateExpression({ tag, quasi }) {
      if (tag.type !== 'Identifier' || tag.name !== 'html') return
      for (const [index, expression] of quasi.expressions.entries()) {
        const before = quasi.quasis[index]?.value.raw ?? ''
        if (!/=["']?[^"'<>]*$/.test(before)) found.push(expression)
      }
    },
  }).visit(parseSync(file, read(file)).program)
  return found
}

/** The name of a value, such as `amount` of `refund.amount`; undefined for anything else. */
const nameOf = (expression: ESTree.Expression): string | undefined => {
  if (expression.type === 'Identifier') return expression.name
  if (expression.type === 'MemberExpression' && expression.property.type === 'Identifier')
    return expression.property.name
  return undefined
}

test('no template writes an amount, a symbol or a name of somebody else as it is', () => {
  const raw = /amount$|symbol$|^(organizationName|store|taxNote|reason|description)$/i
  const faults = files
    .filter((file) => file.startsWith('src/service/'))
    .flatMap((file) =>
      listPlaceholders(file).flatMap((expression) => {
        const name = nameOf(expression)
        return name && raw.test(name) ? [`${file}: ${name}`] : []
      }),
    )
  assert.deepEqual(faults, [])
})

test('no text is put together with an amount but by the functions that fill texts', () => {
  const faults = files
    .filter((file) => file.startsWith('src/service/'))
    .flatMap((file) => {
      const found: string[] = []
      // A template for HTML is none of these: its placeholders are the ones above.
      const source = read(file).replaceAll('html`', 'html;`')
      new Visitor({
        TemplateLiteral({ expressions, start }) {
          if (source.slice(start - 'html;'.length, start) === 'html;') return
          for (const { type, ...call } of expressions)
            if (type === 'CallExpression' && 'callee' in call && call.callee.type === 'Identifier')
              if (formatters.test(call.callee.name)) found.push(`${file}: ${call.callee.name}`)
        },
      }).visit(parseSync(file, source).program)
      return found
    })
  assert.deepEqual(faults, [])
})
