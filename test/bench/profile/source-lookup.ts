import { existsSync, readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'

/** A place in the sources. */
export interface SourcePlace {
  /** The file, without what leads to it: `src/element/frame.ts`, `node_modules/zod/…`. */
  module: string
  /** Counted from 1. */
  lineNumber: number
  /** The source line; of the long lines of a library that was published minified, what stands there. */
  text: string
}

/** Returns a function that finds the source of a place in a built script, by the map beside that script. */
export function createSourceLookup(): (
  url: string,
  line: number,
  column: number,
) => SourcePlace | undefined {
  const maps = new Map<string, { map: SourceMap; payload: SourceMapPayload } | undefined>()
  return (url, line, column) => {
    if (!maps.has(url)) maps.set(url, loadMap(url))
    const loaded = maps.get(url)
    if (!loaded) return undefined
    const entry = loaded.map.findEntry(line, column)
    if (!('originalSource' in entry)) return undefined
    const { originalSource, originalLine, originalColumn } = entry
    const { sources, sourcesContent } = loaded.payload
    const content = sourcesContent[sources.indexOf(originalSource)] ?? ''
    const sourceLine = content.split('\n')[originalLine] ?? ''
    return {
      module: originalSource.replace(/^.*?(?=(?:src|node_modules)\/)/, ''),
      lineNumber: originalLine + 1,
      text: sourceLine.slice(sourceLine.length > 200 ? originalColumn : 0).trim(),
    }
  }
}

function loadMap(url: string) {
  const name = URL.canParse(url) ? new URL(url).pathname.slice(1) : ''
  const file = new URL(`../../../dist/browser/${name}.map`, import.meta.url)
  if (!name.endsWith('.js') || !existsSync(file)) return undefined
  const payload = JSON.parse(readFileSync(file, 'utf8')) as SourceMapPayload
  return { map: new SourceMap(payload), payload }
}
