import type { Plant } from './plant.ts'

const slow =
  'every regular expression of the source takes time in proportion to its text, or names what bounds the text'

export const plants: Plant[] = [
  {
    rule: 'a number of a stranger’s JSON is read in time proportional to its length',
    file: 'src/api/json-numbers.ts',
    from: "trimEnd(mantissa.replace(/[-.]/g, '').replace(/^0+/, ''), '0')",
    to: "mantissa.replace(/[-.]/g, '').replace(/^0+|0+$/g, '')",
    test: 'test/regular-expressions.test.ts',
    name: slow,
  },
  {
    rule: 'no expression is put together at run time',
    file: 'src/service/operate/hosts.ts',
    from: '.replace(/:\\d*$/',
    to: ".replace(new RegExp(':+$')",
    test: 'test/regular-expressions.test.ts',
    name: slow,
  },
  {
    rule: 'a HEAD of a charge’s page pays nothing',
    file: 'src/service/agents/routes/read-payment.ts',
    from: "  if (req.method === 'HEAD') return undefined\n",
    to: '',
    test: 'test/service/agents/programs.test.ts',
    name: 'of several payments in one call one is handed in',
  },
  {
    rule: 'a HEAD of a shop’s resource pays nothing',
    file: 'src/proxy/service/payment-page.ts',
    from: "if (request.method !== 'HEAD') addPayment",
    to: 'addPayment',
    test: 'test/service/agents/programs.test.ts',
    name: 'a preflight is no order, and any other method is one',
  },
  {
    rule: 'the form of a page has a limit',
    file: 'src/service/http/form.ts',
    from: 'readBodyWithLimit(request.body, maxJsonBytes)',
    to: 'readBodyWithLimit(request.body, 10 * maxJsonBytes)',
    test: 'test/service/refunds/refunds.test.ts',
    name: 'the form of a refund that is too large, or is none, is refused on its page, in the payer’s words',
  },
  {
    rule: 'what a command prints is what a terminal may have',
    file: 'src/service/kernel/print.ts',
    from: '[\\p{Cc}\\u061c',
    to: '[\\0-\\x1f\\u061c',
    test: 'test/service/cli/print.test.ts',
  },
]
