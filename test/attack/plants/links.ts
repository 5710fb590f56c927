import type { Plant } from './plant.ts'

const once = 'test/service/payment-links/once.test.ts'
const limits = 'test/service/payment-links/limits.test.ts'
const links = 'test/service/payment-links/payment-links.test.ts'
const door = 'test/service/payment-links/door.test.ts'

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
  {
    rule: 'the door of a link opens its own charges alone',
    file: 'src/service/payment-links/page/door.ts',
    from: 'if (!(await context.store.isChargeOfLink(chargeId, link.id)))',
    to: "if (link.id === '')",
    test: door,
    name: 'does not know charges of other links, or of none',
  },
  {
    rule: 'a page sets no price',
    file: 'src/service/payment-links/page/door.ts',
    from: 'if (foreign !== undefined)',
    to: "if (foreign === 'field1')",
    test: door,
    name: 'cannot be given a price, a recipient or anything else by the page',
  },
  {
    rule: 'to read an offer creates nothing',
    file: 'src/service/payment-links/page/door.ts',
    from: 'const offer: LinkOffer =',
    to: 'await open(context, found, readChoice(found.link, new Map()).choice)\n    const offer: LinkOffer =',
    test: door,
    name: 'is what its page shows, in the language that is asked for, and creates nothing',
  },
  {
    rule: 'a repeated call has one charge',
    file: 'src/service/payment-links/routes/open-charge.ts',
    from: 'return simultaneous === undefined ? result : { id: simultaneous }',
    to: 'return result',
    test: door,
    name: 'is one, however often the customer’s call is repeated, also at the same moment',
  },
  {
    rule: 'a customer who clicks twice has one charge',
    file: 'src/service/payment-links/page/routes.ts',
    from: 'const repeat = earlier === undefined ? call : undefined',
    to: 'const repeat = undefined',
    test: once,
    name: 'asks a customer who clicks twice once, and anew where that charge has ended',
  },
  {
    rule: 'the charge of a lost answer is told by its key alone',
    file: 'src/service/payment-links/routes/open-charge.ts',
    from: 'hashRequest(key)}`',
    to: 'key.length}`',
    test: door,
    name: 'has opened the charge that the offer names to who has its key, and to nobody else',
  },
  {
    rule: 'a stranger reads nothing of the operator’s settings',
    file: 'src/service/payment-links/routes/open-charge.ts',
    from: 'if (!(err instanceof PayError)) throw err',
    to: 'if (err instanceof PayError) throw err',
    test: door,
    name: 'says to customers that nobody can pay now, and nothing of the operator’s settings',
  },
  {
    rule: 'no other path of the service is readable for pages of other origins',
    file: 'src/service/http/any-origin.ts',
    from: 'if (!openPaths.test(c.req.path)) return await next()',
    to: '',
    test: door,
    name: 'can be called and read from any page, without cookies; nothing else of the service can',
  },
]
