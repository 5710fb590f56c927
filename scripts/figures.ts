// `npm run figures`: how large the source is, and where each subject stands.
//   node scripts/figures.ts [folder]   of another checkout, to compare
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = process.argv[2] ?? join(import.meta.dirname, '..')
const texts = new Map(
  globSync('src/**/*.ts', { cwd: root })
    .filter((file) => !/\/(languages|desk\/texts)\//.test(file))
    .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
)
const countLines = (files: readonly string[]) =>
  files.reduce((sum, file) => sum + (texts.get(file)?.split('\n').length ?? 1) - 1, 0)
const files = [...texts.keys()]

const rooms = Map.groupBy(files, (file) => file.split('/').slice(0, 2).join('/'))
const sizes = [...rooms]
  .filter(([room]) => !room.endsWith('.ts'))
  .map(([room, its]) => ({ room, files: its.length, lines: countLines(its) }))
  .sort((a, b) => b.lines - a.lines)
console.log('Lines, without the languages')
console.table([{ room: 'src', files: files.length, lines: countLines(files) }, ...sizes])

const folders = [...Map.groupBy(files, dirname)]
  .map(([folder, its]) => ({ folder, files: its.length }))
  .sort((a, b) => b.files - a.files)
console.log('The fullest folders')
console.table(folders.slice(0, 8))

/** What a capability is called, in paths and in the code. */
const subjects = {
  unmatched: /unmatched/i,
  'reserved amounts': /reserv(ed|ation)/i,
  webhooks: /webhook/i,
  requests: /\/requests?\b|RequestRecord|RequestRow|createRequest\b/,
  keys: /\/(api-)?keys?\b|api_keys|ApiKey/,
}
const inService = files.filter((file) => file.startsWith('src/service/'))
const rows = Object.entries(subjects).map(([subject, pattern]) => {
  const named = inService.filter((file) => pattern.test(file))
  const mentioning = inService.filter((file) => pattern.test(texts.get(file) ?? ''))
  const count = (list: readonly string[]) =>
    `${list.length} in ${new Set(list.map(dirname)).size} folders`
  return { subject, 'files of its name': count(named), 'files that mention it': count(mentioning) }
})
console.log('Subjects of the service')
console.table(rows)
