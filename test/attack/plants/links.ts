import type { Plant } from './plant.ts'

const once = 'test/service/payment-links/once.test.ts'
const limits = 'test/service/payment-links/limits.test.ts'
const links = 'test/service/payment-links/payment-links.test.ts'

/** What a stranger who opens a payment link cannot do. */
export const plants: Plant[] = [
  {
    rule: 'a link asks no more customers than it has payments',
    file: 'src/service/payment-links/store/link-charges.ts',
    from: "if (state !== 'open' || use.open >= maxOpen)",
    to: "if (state === 'ended' || use.open >= maxOpen)",
    test: once,
    name: 'asks one of 100 at once',
  },
  {
    rule: 'money keeps the place of its charge',
    file: 'src/service/payment-links/store/use.ts',
    from: 'taken: paid + open + late',
    to: 'taken: completed + open + late',
    test: once,
    name: 'takes no other customer while late money of the first one is there',
  },
  {
    rule: 'no charge with a trace of money is deleted',
    file: 'src/service/payment-links/store/link-charges.ts',
    from: '.where(hasNoTraceOfMoney)',
    to: '',
    test: limits,
    name: 'what was opened and never paid is deleted a week after it expired; what has money or a report stays',
  },
  {
    rule: 'a customer chooses among the amounts of the link',
    file: 'src/service/payment-links/choice.ts',
    from: 'const isSuggested = link.suggestedAmounts.includes(amount)',
    to: "const isSuggested = amount !== ''",
    test: links,
    name: 'takes only its own amounts, quantities and fields: no page changes price or recipient',
  },
  {
    rule: 'nobody is thanked who has not paid',
    file: 'src/service/payment-links/page/routes.ts',
    from: "if (charge.status !== 'COMPLETED')",
    to: "if (charge.status === 'CANCELLED')",
    test: links,
    name: 'thanks whoever has paid, and nobody else',
  },
]
