// Plain JavaScript, because ensure.mjs needs it before anything is installed.
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Where Debian keeps each version's programs: of them only the clients are on PATH. */
const debian = '/usr/lib/postgresql'

/** The folder of PostgreSQL's server programs, of the newest version; undefined where there is none. */
export function findPostgres(environment = process.env) {
  const versions = existsSync(debian) ? readdirSync(debian) : []
  const newestFirst = versions.sort((a, b) => Number(b) - Number(a))
  const folders = [
    ...newestFirst.map((version) => join(debian, version, 'bin')),
    ...(environment.PATH ?? '').split(delimiter).filter(Boolean),
  ]
  return folders.find((folder) => existsSync(join(folder, 'initdb')))
}
