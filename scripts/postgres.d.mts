/** The folder of PostgreSQL's server programs, of the newest version; undefined where there is none. */
export function findPostgres(environment?: NodeJS.ProcessEnv): string | undefined
