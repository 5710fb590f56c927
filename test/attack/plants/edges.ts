import type { Plant } from './plant.ts'

const unknownInput = 'test/service/http/unknown-input.test.ts'

const address = 'test/service/webhooks/address.test.ts'
const endpoints = 'test/service/webhooks/endpoints.test.ts'
const operator = 'test/service/accounts/operator.test.ts'

/** Rules about what is given and not read, and about where calls lead. */
export const plants: Plant[] = [
  {
    rule: 'a query parameter that nobody reads is refused',
    file: 'src/api/server/read-call.ts',
    from: 'filter(([name]) => !parameterNames.includes(name))',
    to: 'filter(() => parameterNames.includes(" "))',
    test: unknownInput,
    name: 'is a 400 that names it, and those that there are',
  },
  {
    rule: 'a field of a setting that nobody reads is refused',
    file: 'src/api/server/read-call.ts',
    from: 'if (fields.length === 0 || canWarn(route))',
    to: 'if (fields.length === 0 || canWarn(route) || route)',
    test: unknownInput,
    name: 'is a 400 where a setting is changed, and where money is decided on: nothing was done',
  },
  {
    rule: 'a field of a charge that nobody reads is named',
    file: 'src/service/charges/routes/create-charge.ts',
    from: 'warnings: call.warnings,',
    to: 'warnings: [],',
    test: unknownInput,
    name: 'is named in the warnings of a charge, also when the creation is repeated',
  },
  {
    rule: 'a number that would come back as another one is refused',
    file: 'src/api/server/body.ts',
    from: 'const inexact = findInexactNumber(text)',
    to: 'const inexact = findInexactNumber(text.slice(0, 0))',
    test: unknownInput,
    name: 'a number that would come back as another one is refused, and nothing is created',
  },
  {
    rule: 'an address is judged by where it leads',
    file: 'src/service/webhooks/send/public-address.ts',
    from: 'targets.length > 0 && targets.every(isPublicIPv4)',
    to: 'targets.length > 0',
    test: address,
    name: 'a private address is private in every form, and a public one public',
  },
  {
    rule: 'a private address is refused when it is set',
    file: 'src/service/webhooks/send/address.ts',
    from: 'const isPrivate = isIP(host) ? !isPublicAddress(host) : loopbackName.test(host)',
    to: 'const isPrivate = isIP(host) > 6',
    test: operator,
    name: 'refuses a private address, however it is written',
  },
  {
    rule: 'an endpoint of a shop gets the events of its shop alone',
    file: 'src/service/accounts/store/events.ts',
    from: "(endpoints.shop = '' or ",
    to: '(endpoints.shop is not null or ',
    test: endpoints,
    name: 'never get each other’s orders; an endpoint of no shop gets both',
  },
  {
    rule: 'a thief’s change is told to endpoints that are off',
    file: 'src/service/accounts/store/events.ts',
    from: 'from webhook_endpoints where account_id',
    to: 'from webhook_endpoints where is_enabled and account_id',
    test: endpoints,
    name: 'adds, silences or filters no endpoint without the others being told',
  },
  {
    rule: 'a webhook that is removed gets nothing',
    file: 'src/service/accounts/store/setting-values.ts',
    from: "if (url === '') return await",
    to: "if (url === ' ') return await",
    test: operator,
    name: 'removes the webhook by an empty url, also on the command line',
  },
  {
    rule: 'a misspelt variable is named',
    file: 'src/service/app/settings.ts',
    from: '...listMisspelled(environment, names),',
    to: '...listMisspelled({}, names),',
    test: 'test/service/app/settings.test.ts',
    name: 'that nothing reads are named, and their values are not',
  },
  {
    rule: 'a setting for a chain that is not read is named',
    file: 'src/service/app/unread-settings.ts',
    from: '.filter((chain) => !rpcUrls.has(chain))',
    to: '.filter((chain) => chain === 0)',
    test: 'test/service/app/settings.test.ts',
    name: 'that nothing reads are named, and their values are not',
  },
  {
    rule: 'compose.yaml passes every setting on',
    file: 'scripts/operate/compose.yaml',
    from: '    env_file: .env\n',
    to: '',
    test: 'test/operate.test.ts',
    name: 'compose.yaml runs two processes on one database, on settings that can be read',
  },
  {
    rule: 'the chain of the demo answers no page of another origin',
    file: 'demo/chain/guard.ts',
    from: 'if (!isLocalHost(call.headers.host) || !isLocalOrigin(origin))',
    to: 'if (!isLocalHost(call.headers.host))',
    test: 'test/demo/chain-guard.test.ts',
    name: 'the chain of the demo answers this machine’s programs and pages, and no others',
  },
  {
    rule: 'the chain of the demo answers no name that was pointed at it',
    file: 'demo/chain/guard.ts',
    from: 'if (!isLocalHost(call.headers.host) || !isLocalOrigin(origin))',
    to: 'if (!isLocalOrigin(origin))',
    test: 'test/demo/chain-guard.test.ts',
    name: 'the chain of the demo answers this machine’s programs and pages, and no others',
  },
  {
    rule: 'a number of an order that becomes another one is refused',
    file: 'src/api/server/body.ts',
    from: 'const inexact = findInexactNumber(text)',
    to: 'const inexact = findInexactNumber("")',
    test: 'test/proxy/order.test.ts',
    name: 'a body that is no JSON is refused: a number that becomes another one',
  },
  {
    rule: 'what createCharge returns and no charge has is reported',
    file: 'src/proxy/orders/price-order.ts',
    from: 'await reportUnknownFields(settings, answer, request)',
    to: '',
    test: 'test/proxy/order.test.ts',
    name: 'the merchant prices the order, and only its own charge goes to the service',
  },
]
