import type { Command } from 'commander'
import * as z from 'zod/mini'
import { callRoute } from '../../api/client/call.ts'
import { createTransport } from '../../api/client/client.ts'
import { toFormData } from '../../api/client/form-data.ts'
import { describeRepeatedName, findRepeatedName } from '../../api/json-names.ts'
import { describeInexactNumber, findInexactNumber } from '../../api/json-numbers.ts'
import { parameterTexts } from '../../api/routes/parameter-texts.ts'
import type { Route } from '../../api/routes/route.ts'
import { routeGroups } from '../../api/routes/routes.ts'
import { type OperatorInput, toOperatorError } from '../http/operator-call.ts'
import { accountFlag, type RunCommand } from '../http/operator-command.ts'
import { createOperatorError, type Print } from '../http/operator-error.ts'
import { operatorRoutes } from '../http/operator-routes.ts'

type Named = Route & { summary: string; description?: string }

interface Options extends Record<string, unknown> {
  account?: string
  service?: string
  now?: boolean
}

/**
 * Adds `call`, with a command for each endpoint: its fields are options, and it prints the reply as JSON. The operator calls for an
 * account, with the service's settings; a merchant's developer calls a service by its URL, with an api-key.
 *
 * @param runPlain runs a command that needs no settings
 */
export function addCallCommand(
  program: Command,
  run: RunCommand,
  runPlain: (command: () => Promise<void>) => Promise<void>,
  print: Print,
): void {
  const call = program
    .command('call')
    .description('call an endpoint of the service, and print its reply as JSON')
  for (const { name: group, routes } of routeGroups)
    for (const [name, route] of Object.entries<Named>(routes))
      if (!route.fileTypes)
        addRoute(group, name, route)
          .option(accountFlag, 'as which account; with the settings of the service')
          .option('--now', 'apply a setting without its delay')
          .option('--service <url>', 'with the api-key in PAY_CHARGE_KEY, and no settings')
          .action((options: Options) => callRouteOf(route, options))
  for (const [name, route] of Object.entries<Route>(operatorRoutes))
    if (isNamed(route))
      addRoute('Of the operator, about all accounts', name, route).action((fields: Options) =>
        run(async (call) => [format(await call(route, readInput(route, fields)))]),
      )

  function addRoute(group: string, name: string, route: Named): Command {
    const command = call.command(name).summary(route.summary).helpGroup(`${group}:`)
    command.description([route.summary, route.description].filter(Boolean).join('.\n\n'))
    const { params, query, body } = listFields(route)
    for (const field of Object.keys({ ...params, ...query }))
      command.option(`--${field} <value>`, (parameterTexts as Record<string, string>)[field])
    for (const field of Object.keys(body)) command.option(`--${field} <value>`)
    return command.addHelpText(
      'after',
      '\nA text field takes the text itself, any other field takes JSON, such as [1, 2] or {"amount":"5"}.',
    )
  }

  async function callRouteOf(route: Named, { account, service, now, ...fields }: Options) {
    if ((account === undefined) === (service === undefined))
      return await runPlain(async () => {
        throw createOperatorError('Give --account or --service.')
      })
    if (service !== undefined)
      return await runPlain(async () =>
        print(format(await callService(service, route, readInput(route, fields)))),
      )
    await run(async (call) => [
      format(
        await call(route, {
          ...readInput(route, fields),
          account: String(account),
          isAtOnce: now,
        }),
      ),
    ])
  }
}

const isNamed = (route: Route): route is Named => 'summary' in route

const format = (reply: unknown) => JSON.stringify(reply, null, 2)

/** The fields of a call by their place in it, each with its reader. */
function listFields({ params, query, body }: Route) {
  return {
    params: Object.fromEntries(params.map((name) => [name, z.string()])),
    query: shapeOf(query),
    body: shapeOf(body),
  }
}

function shapeOf(schema: z.ZodMiniType | undefined): Record<string, z.ZodMiniType> {
  return schema && 'shape' in schema.def ? (schema.def.shape as Record<string, z.ZodMiniType>) : {}
}

/** Reads the options of a command as the input of its route. */
function readInput(route: Route, options: Record<string, unknown>): OperatorInput<Route> {
  const input = Object.fromEntries(
    Object.entries(listFields(route)).map(([place, fields]) => [
      place,
      Object.fromEntries(
        Object.entries(fields).flatMap(([name, schema]) => {
          const text = options[name]
          return typeof text === 'string' ? [[name, readValue(name, schema, text)]] : []
        }),
      ),
    ]),
  )
  if (!route.body) delete input.body
  else if (route.encoding === 'multipart') input.body = toFormData(input.body ?? {}) as never
  return input as OperatorInput<Route>
}

/**
 * Reads a field: as text if its schema allows a text, else as JSON. The service refuses invalid values, with its own message.
 *
 * @throws PayError `invalid_setting` for a number that reading would change, and for a name twice in one object
 */
function readValue(name: string, schema: z.ZodMiniType, text: string): unknown {
  if (z.safeParse(schema, text).success) return text
  const value = parseJson(text)
  if (value === undefined) return text
  const inexact = findInexactNumber(text)
  if (inexact !== undefined)
    throw createOperatorError(`--${name} ${describeInexactNumber(inexact)}.`)
  const repeated = findRepeatedName(text)
  if (repeated !== undefined)
    throw createOperatorError(`--${name} ${describeRepeatedName(repeated)}.`)
  return value
}

/** Returns undefined for invalid JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function callService(baseUrl: string, route: Route, input: object): Promise<unknown> {
  const apiKey = process.env.PAY_CHARGE_KEY
  if (!apiKey) throw createOperatorError('Set PAY_CHARGE_KEY to the api-key.')
  // Where a reply is lost, the call is repeated with the same key, and creates once.
  const idempotencyKey = route.retryPolicy === 'key' ? crypto.randomUUID() : undefined
  const transport = createTransport({ baseUrl, apiKey, timeoutMs: 30_000 })
  const { data } = await callRoute(transport, route, { ...input, idempotencyKey }).catch(
    (cause: unknown) => {
      throw toOperatorError(cause, {})
    },
  )
  return data
}
