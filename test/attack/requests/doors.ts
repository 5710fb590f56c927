import { pino } from 'pino'
import { proxyRoutes } from '../../../src/api/routes/proxy-routes.ts'
import { routes } from '../../../src/api/routes/routes.ts'
import { createApi } from '../../../src/service/app/roles/api.ts'
import { completeOptions } from '../../../src/service/app/settings.ts'

/** A route as its table has it. */
export interface Door {
  method: string
  path: string
  /** The fields of its body, for texts in their places. */
  fields: readonly string[]
  at: 'service' | 'proxy'
}

/** Every route of the service, as the app has it that answers its port. */
function listServiceDoors(): Door[] {
  const publicUrl = 'http://localhost:1'
  const any: unknown = new Proxy(() => any, {
    get: (_, name) => (name === Symbol.toPrimitive ? () => '1' : any),
    apply: () => any,
  })
  const context = new Proxy(
    { log: pino({ enabled: false }), publicUrl },
    {
      get: (known, name) => Reflect.get(known, name) ?? any,
    },
  )
  const options = completeOptions({ database: { dataDir: '' }, publicUrl, rpcUrls: new Map() })
  const parts = { options, metrics: any }
  const { app } = createApi(parts as never, { context, addOps: () => {} } as never)
  const found = app.routes.filter(({ method, path }) => method !== 'ALL' && !path.endsWith('*'))
  const names = new Map(found.map(({ method, path }) => [`${method} ${path}`, { method, path }]))
  const described = Object.values(routes)
  return [...names.values()].map(({ method, path }) => {
    const route = described.find((one) => one.method === method && path.endsWith(one.path))
    return { method, path, fields: listFields(route?.body), at: 'service' }
  })
}

const listFields = (body: unknown) =>
  Object.keys((body as { shape?: object } | undefined)?.shape ?? {})

/** Every route that a stranger can call. */
export const doors: readonly Door[] = [
  ...listServiceDoors(),
  ...Object.values(proxyRoutes).map(
    ({ method, path, body }): Door => ({
      method,
      path: `/pay${path}`,
      fields: listFields(body),
      at: 'proxy',
    }),
  ),
]
