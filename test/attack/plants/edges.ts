import type { Plant } from './plant.ts'

const unknownInput = 'test/service/unknown-input.test.ts'

/** Rules about what is given and not read, and about where calls lead. */
export const plants: Plant[] = [
  {
    rule: 'a query parameter that nobody reads is refused',
    file: 'src/service/routes/unknown-input.ts',
    from: 'filter((name) => !known.includes(name))',
    to: 'filter(() => known.includes(" "))',
    test: unknownInput,
    name: 'is a 400 that names it, and those that there are',
  },
  {
    rule: 'a field of a setting that nobody reads is refused',
    file: 'src/service/routes/unknown-input.ts',
    from: 'if (fields.length === 0 || canWarn(route))',
    to: 'if (fields.length === 0 || canWarn(route) || route)',
    test: unknownInput,
    name: 'is a 400 where a setting is changed, and where money is decided on: nothing was done',
  },
  {
    rule: 'a field of a charge that nobody reads is named',
    file: 'src/service/routes/charges.ts',
    from: 'warnings: call.warnings,',
    to: 'warnings: [],',
    test: unknownInput,
    name: 'is named in the warnings of a charge, also when the creation is repeated',
  },
  {
    rule: 'a number that would come back as another one is refused',
    file: 'src/service/routes/body.ts',
    from: 'const inexact = findInexactNumber(text)',
    to: 'const inexact = findInexactNumber(text.slice(0, 0))',
    test: unknownInput,
    name: 'a number that would come back as another one is refused, and nothing is created',
  },
]
