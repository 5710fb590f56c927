import { readSettings, type ServiceSettings } from '../../src/service/app/settings.ts'
import { readOptions } from './service-options.ts'

/** Reads the settings of a test's service: its variables, and its options by `withOptions`. */
export function readTestSettings(environment: NodeJS.ProcessEnv): ServiceSettings {
  const read = readSettings(environment)
  if ('errors' in read) throw new Error(read.errors.join('\n'))
  return { ...read.settings, ...readOptions(environment) }
}
