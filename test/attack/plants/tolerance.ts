import type { Plant } from './plant.ts'

const service = 'test/service/payments/tolerance.test.ts'
const domain = 'test/service/charges/tolerance.test.ts'

/** By how much a price may be missed, and who may say so. */
export const plants: Plant[] = [
  {
    rule: 'nothing beyond the tolerance pays a price',
    file: 'src/service/charges/lifecycle.ts',
    from: '(quote.amount - total) * price <= quote.amount * tolerated',
    to: '(quote.amount - total - 1n) * price <= quote.amount * tolerated',
    test: domain,
    name: 'what is short by the tolerance pays the price, and a unit more does not',
  },
  {
    rule: 'a tolerance is at most five percent and five dollars',
    file: 'src/service/accounts/tolerance.ts',
    from: 'percent, maxTolerance.basisPoints)',
    to: 'percent, 10 * maxTolerance.basisPoints)',
    test: domain,
    name: 'a tolerance is at most five dollars and five percent',
  },
  {
    rule: 'half a tolerance is refused',
    file: 'src/service/accounts/tolerance.ts',
    from: 'value === 0 && other > 0',
    to: 'value === 0 && other > 500',
    test: domain,
    name: 'a tolerance is at most five dollars and five percent',
  },
  {
    rule: 'both bounds of a tolerance hold',
    file: 'src/service/accounts/tolerance.ts',
    from: 'byAmount < byPercent ? byAmount : byPercent',
    to: 'byAmount > byPercent ? byAmount : byPercent',
    test: domain,
    name: 'what is short by the tolerance pays the price, and a unit more does not',
  },
  {
    rule: 'a larger tolerance waits and is told',
    file: 'src/service/accounts/tolerance.ts',
    from: 'to.cents <= from.cents && to.basisPoints <= from.basisPoints',
    to: 'to.cents <= from.cents || to.basisPoints >= 0',
    test: service,
    name: 'a larger tolerance waits and is told, a smaller one holds at once, and none exceeds five',
  },
]
