import { deserialize, serialize } from 'node:v8'
import type { ServiceOptions } from '../../src/service/app/settings.ts'
import type { ServiceEnvironment } from './service.ts'

const prefix = 'option.'

/** Options of `createService` that no variable sets, for a service of a test: in its environment, beside the variables. */
export function withOptions(options: Partial<ServiceOptions>): ServiceEnvironment {
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [
      prefix + name,
      serialize(value).toString('base64'),
    ]),
  )
}

/** Reads what {@link withOptions} has put into an environment. */
export function readOptions(environment: NodeJS.ProcessEnv): Partial<ServiceOptions> {
  return Object.fromEntries(
    Object.entries(environment)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, text = '']) => [
        name.slice(prefix.length),
        deserialize(Buffer.from(text, 'base64')),
      ]),
  )
}

export const hasOptions = (environment: ServiceEnvironment): boolean =>
  Object.keys(environment).some((name) => name.startsWith(prefix))
