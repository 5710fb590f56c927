// `npm run figures`: how large the source is, how long its functions are, and where each subject stands.
//   node scripts/figures.ts [folder]   of another checkout, to compare
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'

const root = process.argv[2] ?? join(import.meta.dirname, '..')
const texts = new Map(
  globSync('src/**/*.ts', { cwd: root })
    .filter((file) => !/\/(languages|desk\/texts|service\/texts)\//.test(file))
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

/** What a capability is called, in paths. */
const subjects = ['refund', 'webhook', 'relay', 'unmatched', 'book']
const inService = files.filter((file) => file.startsWith('src/service/'))
const rows = subjects.map((subject) => {
  const named = inService.filter((file) => file.includes(subject))
  return {
    subject,
    files: named.length,
    folders: new Set(named.map(dirname)).size,
    'folders of a subject': new Set(named.map((file) => file.split('/').slice(0, 3).join('/')))
      .size,
  }
})
console.log('Subjects of the service, by their names')
console.table(rows)

/** Lists the functions of a file by how many lines they have. */
function listFunctions(file: string, text: string) {
  const found: { lines: number; at: string }[] = []
  const note = ({ start, end }: ESTree.Node) => {
    const line = text.slice(0, start).split('\n').length
    found.push({ lines: text.slice(start, end).split('\n').length, at: `${file}:${line}` })
  }
  new Visitor({
    FunctionDeclaration: note,
    FunctionExpression: note,
    ArrowFunctionExpression: note,
  }).visit(parseSync(file, text).program)
  return found
}

const functions = [...texts].flatMap(([file, text]) => listFunctions(file, text))
const longest = functions.filter(({ lines }) => lines > 80).sort((a, b) => b.lines - a.lines)
console.log(
  `${functions.length} functions, ${longest.length} above 80 lines, ${longest.filter(({ lines }) => lines > 150).length} above 150`,
)
console.table(longest.slice(0, 12))
