// Reads the settings of `setting-table.ts`: of the environment for the program, of options for `createService`.
import type { Logger } from 'pino'
import type { DatabaseOptions } from '../db/options.ts'
import {
  type OptionSetting,
  programSettings,
  type ServiceValues,
  serviceSettings,
  type Values,
  type VariableSetting,
} from './setting-table.ts'
import { listIneffective, listMisspelled } from './unread-settings.ts'

const allSettings = { ...programSettings, ...serviceSettings }

/** The settings of the program, as the operator gave them. */
export interface ServiceSettings extends Values<typeof allSettings> {
  database: DatabaseOptions
  /** Warnings about variables that have no effect. */
  unread: readonly string[]
}

/** The options that `createService` cannot do without. */
interface RequiredOptions extends Pick<ServiceValues, 'rpcUrls'> {
  database: DatabaseOptions
  publicUrl: string
}

/** The options of a service with their defaults filled in. */
export interface CompleteOptions extends Omit<ServiceValues, 'publicUrl'>, RequiredOptions {}

/**
 * Options of `createService`. docs/service-settings.md describes each, with its default. Times are milliseconds, and chains are
 * EIP-155 ids.
 */
export interface ServiceOptions
  extends Partial<Omit<CompleteOptions, keyof RequiredOptions>>,
    RequiredOptions {
  log?: Logger
}

/** The name of an environment variable of the service. */
export type VariableName = Extract<
  (typeof allSettings)[keyof typeof allSettings],
  { variable: string }
>['variable']

/** All environment variables of the service by name, in the order in which help shows them. */
export const environmentVariables = Object.fromEntries(
  Object.values(allSettings).flatMap((setting) =>
    'variable' in setting ? [[setting.variable, setting]] : [],
  ),
) as Record<VariableName, VariableSetting<VariableName, unknown>>

/**
 * Reads the settings from environment variables. Returns them, or all errors: one line each, which begins with the
 * variable's name. An empty variable is treated as missing.
 */
export function readSettings(
  environment: Record<string, string | undefined>,
): { settings: ServiceSettings } | { errors: string[] } {
  const errors: string[] = []
  const readSetting = (setting: OptionSetting<unknown> | VariableSetting<string, unknown>) => {
    if (!('variable' in setting)) return setting.default
    try {
      return setting.parse(environment[setting.variable]?.trim() || setting.defaultText)
    } catch (cause) {
      errors.push(`${setting.variable} ${cause instanceof Error ? cause.message : String(cause)}`)
      return undefined
    }
  }
  const values = Object.fromEntries(
    Object.entries(allSettings).map(([name, setting]) => [name, readSetting(setting)]),
  ) as Values<typeof allSettings>
  if (errors.length > 0) return { errors }
  const { databaseUrl: url, dataDir } = values
  const names = Object.keys(environmentVariables)
  const setNames = new Set(names.filter((name) => environment[name]?.trim()))
  const unread = [...listMisspelled(environment, names), ...listIneffective(setNames, values)]
  return {
    settings: { ...values, database: url === undefined ? { dataDir } : { url }, unread },
  }
}

/** Fills in the defaults of options that are missing or undefined. */
export function completeOptions(options: ServiceOptions): CompleteOptions {
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  const defaults = Object.entries(serviceSettings).map(([name, setting]) => [name, setting.default])
  return Object.fromEntries([...defaults, ...given]) as CompleteOptions
}
