import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RouteTexts } from '../../src/api/routes/route.ts'
import { routes } from '../../src/api/routes/routes.ts'

/**
 * Writes what each endpoint does into a package's declarations, so that an editor shows it for the client's methods, whose type is
 * derived from the table.
 *
 * @throws Error where an endpoint is not declared
 */
export function documentRoutes(folder: string): void {
  const place = join(folder, 'dist/api/routes')
  if (!existsSync(join(place, 'routes.d.ts'))) return
  const missing = new Map<string, RouteTexts>(Object.entries(routes))
  for (const file of globSync('*-routes.d.ts', { cwd: place })) {
    const path = join(place, file)
    const text = readFileSync(path, 'utf8').replace(
      /(?: {4}\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?^ {4}(\w+): (?=import|Route|Omit)/gm,
      (line, name: string) => {
        const texts = missing.get(name)
        if (!texts) return line
        missing.delete(name)
        return `${formatComment(texts)}    ${name}: `
      },
    )
    writeFileSync(path, text)
  }
  if (missing.size > 0) throw new Error(`No declaration has ${[...missing.keys()].join(', ')}.`)
}

function formatComment({ summary, description }: RouteTexts): string {
  const lines = [`${summary}.`, '', description.replaceAll('*/', '*\\/')]
  return `    /**\n${lines.map((line) => `     * ${line}`.trimEnd()).join('\n')}\n     */\n`
}
