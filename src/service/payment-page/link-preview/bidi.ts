import type { Typeface } from './fonts.ts'
import { type Character, isSpace, type Line } from './lines.ts'

// The order in which parts of a line are drawn, from left to right: the Unicode Bidirectional Algorithm (UAX 9) for one line without marks
// of direction. What draws the text would mix typefaces only where none of them joins letters.

/** A part of a line in one typeface and one direction. */
export interface Run {
  typeface: Typeface
  characters: Character[]
  /** Odd from right to left. */
  level: number
}

type Strong = 'L' | 'R'
type Direction = Strong | 'number'

/** Splits a line into the parts that stand beside each other, the left one first. */
export function orderRuns(line: Line, isRtl: boolean): Run[] {
  const base = isRtl ? 'R' : 'L'
  const known = resolveNumbers(readDirections(line), base)
  const directions = resolveNeutrals(resolveBrackets(known, line, base), base)
  const runs: Run[] = []
  for (const [index, character] of line.entries()) {
    const level = getLevel(directions[index] ?? base, isRtl)
    const last = runs.at(-1)
    // What draws the text takes a syllable for as wide as its widest part, so each is placed by itself.
    const isApart = character.typeface.joins === 'syllable'
    if (!isApart && last?.level === level && last.typeface === character.typeface)
      last.characters.push(character)
    else runs.push({ typeface: character.typeface, characters: [character], level })
  }
  return reorder(runs.flatMap(separateSpaces))
}

/** Makes the spaces at both ends of a run runs of their own: nothing measures them there. */
function separateSpaces(run: Run): Run[] {
  const isLetter = (character: Character) => !isSpace(character)
  const start = run.characters.findIndex(isLetter)
  const end = run.characters.findLastIndex(isLetter) + 1
  if (start < 0) return [run]
  const parts = [
    [0, start],
    [start, end],
    [end, run.characters.length],
  ] as const
  return parts
    .filter(([from, to]) => from < to)
    .map(([from, to]) => ({ ...run, characters: run.characters.slice(from, to) }))
}

/** Returns whether a text has letters that are written from right to left. */
export const hasRightToLeft = (text: string): boolean =>
  /\p{Script=Arabic}|\p{Script=Hebrew}/u.test(text)

/** Mirrors brackets, which are drawn as they are. */
export const mirror = (text: string): string => mirrored[text] ?? text

const mirrored: Readonly<Record<string, string>> = {
  ...{ '(': ')', ')': '(', '[': ']', ']': '[', '{': '}', '}': '{' },
  ...{ '<': '>', '>': '<', '«': '»', '»': '«', '‹': '›', '›': '‹' },
}

/** Reads the direction of each character; undefined for spaces and signs. */
function readDirections(line: Line): (Direction | undefined)[] {
  const own = line.map(({ text }) => {
    if (/\p{N}/u.test(text)) return 'number'
    if (!/\p{L}/u.test(text)) return undefined
    return hasRightToLeft(text) ? 'R' : 'L'
  })
  return line.map(({ text }, index) => {
    const [before, after] = [own[index - 1], own[index + 1]]
    const isSeparator = /[.,:/]/.test(text) && before === 'number' && after === 'number'
    // A currency's sign belongs to its number, or to its letters: `US$`.
    const isSign = /[\p{Sc}%+#-]/u.test(text)
    if (isSeparator || (isSign && (before === 'number' || after === 'number'))) return 'number'
    return isSign && before === 'L' ? 'L' : own[index]
  })
}

/** Numbers run with letters from left to right before them. */
function resolveNumbers(
  directions: readonly (Direction | undefined)[],
  base: Strong,
): (Direction | undefined)[] {
  let strong: Strong = base
  return directions.map((direction) => {
    if (direction === 'L' || direction === 'R') strong = direction
    return direction === 'number' && strong === 'L' ? 'L' : direction
  })
}

const openings = '([{<«‹'

/** A pair of brackets runs with what is inside, if that runs with the line or with what is before the pair; else with the line (N0). */
function resolveBrackets(
  directions: readonly (Direction | undefined)[],
  line: Line,
  base: Strong,
): (Direction | undefined)[] {
  const resolved = [...directions]
  const open: number[] = []
  for (const [end, { text }] of line.entries()) {
    if (openings.includes(text)) open.push(end)
    const opening = line[open.at(-1) ?? -1]
    if (!opening || mirror(opening.text) !== text) continue
    const start = open.pop() ?? end
    const inside = resolved.slice(start + 1, end).map(toStrong)
    const other = inside.find((direction) => direction !== undefined && direction !== base)
    const before = toStrong(resolved.slice(0, start).findLast(Boolean)) ?? base
    const direction = other && !inside.includes(base) && before === other ? other : base
    if (inside.some(Boolean))
      resolved.fill(direction, start, start + 1).fill(direction, end, end + 1)
  }
  return resolved
}

/** A number counts as what runs from the right, where it has not taken the direction of letters. */
const toStrong = (direction: Direction | undefined): Strong | undefined =>
  direction === 'number' ? 'R' : direction

/** Spaces and signs run with what is on both sides, or with the line. */
function resolveNeutrals(
  directions: readonly (Direction | undefined)[],
  base: Strong,
): Direction[] {
  return directions.map((direction, index) => {
    if (direction) return direction
    const before = toStrong(directions.slice(0, index).findLast(Boolean)) ?? base
    const after = toStrong(directions.slice(index).find(Boolean)) ?? base
    return before === after ? before : base
  })
}

function getLevel(direction: Direction, isRtl: boolean): number {
  if (direction === 'R') return 1
  return isRtl || direction === 'number' ? 2 : 0
}

/** Reverses each sequence of a level or above, from the highest level on (L2). */
function reorder(runs: readonly Run[]): Run[] {
  let order = [...runs]
  for (const level of [2, 1]) {
    const next: Run[] = []
    let open: Run[] = []
    for (const run of order) {
      if (run.level >= level) open.unshift(run)
      else {
        next.push(...open, run)
        open = []
      }
    }
    order = [...next, ...open]
  }
  return order
}
