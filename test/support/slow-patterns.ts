import { createRequire } from 'node:module'

// What of a regular expression takes more time than in proportion to the text. Engines that backtrack are slow in two ways:
// - Two unbounded repeats that take the same characters share a run of them in every possible way. scslre, the analysis behind
//   eslint-plugin-regexp, finds these.
// - An expression that may begin anywhere begins again at each character that an unbounded repeat has run over, once something
//   behind the repeat has failed: `/0+$/` looks at the rest of the zeros from each zero. This is found here.

/** A node of a parsed expression, as far as it is read here; its types are those of @eslint-community/regexpp. */
interface Node {
  type: string
  kind?: string
  negate?: boolean
  raw: string
  min?: number
  max?: number
  element?: Node
  elements?: readonly Node[]
  alternatives?: readonly Node[]
}

/** A set of characters (refa). */
interface CharSet {
  isDisjointWith(other: CharSet): boolean
  isSupersetOf(other: CharSet): boolean
}

interface Flags {
  sticky: boolean
  multiline: boolean
}

// Loaded and not imported: their declarations need settings of the compiler that are not ours.
const load = createRequire(import.meta.url)
const { RegExpParser } = load('@eslint-community/regexpp') as {
  RegExpParser: new () => {
    parseLiteral(text: string): { pattern: Node; flags: Flags }
  }
}
const { getConsumedChars } = load('regexp-ast-analysis') as {
  getConsumedChars(element: Node, flags: Flags): { chars: CharSet }
}
const { analyse } = load('scslre') as {
  analyse(literal: { source: string; flags: string }): {
    reports: { type: string; character: { pick: string } }[]
  }
}

/** Returns what makes an expression slow, in words; none for one whose time is in proportion to its text. */
export function findSlowParts(source: string, flagText: string): string[] {
  const { reports } = analyse({ source, flags: flagText })
  const shared = reports
    // A repeat that is moved from start to start is found below, in more places.
    .filter(({ type }) => type !== 'Move')
    .map(({ character }) => `two repeats share ${JSON.stringify(character.pick)}`)
  const { pattern, flags } = new RegExpParser().parseLiteral(`/${source}/${flagText}`)
  const runs = flags.sticky ? [] : findRuns(pattern.alternatives ?? [], flags)
  return [...shared, ...runs.map((raw) => `each start runs over ${raw} again`)]
}

/** What stands before and behind a part of an expression, on the way from its start to its end. */
interface Surroundings {
  before: readonly Node[]
  behind: readonly Node[]
  /** Whether the part is looked at without being taken: then its run is of no use, also where it succeeds. */
  isLook: boolean
}

function findRuns(
  alternatives: readonly Node[],
  flags: Flags,
  around: Surroundings = { before: [], behind: [], isLook: false },
): string[] {
  return alternatives.flatMap(({ elements = [] }) =>
    elements.flatMap((element, index) => {
      const before = [...around.before, ...elements.slice(0, index)]
      const behind = [...elements.slice(index + 1), ...around.behind]
      return findRunsOf(element, flags, { ...around, before, behind })
    }),
  )
}

function findRunsOf(element: Node, flags: Flags, around: Surroundings): string[] {
  if (element.type === 'Assertion') {
    const isLook = element.kind === 'lookahead' || element.kind === 'lookbehind'
    const inside = { before: around.before, behind: [], isLook: true }
    return isLook ? findRuns(element.alternatives ?? [], flags, inside) : []
  }
  if (element.type !== 'Quantifier') return findRuns(element.alternatives ?? [], flags, around)
  const repeated = element.element as Node
  const isRun =
    element.max === Number.POSITIVE_INFINITY &&
    (around.isLook || around.behind.some(canFail)) &&
    around.before.every((part) => canBeginWithin(part, repeated, flags))
  return isRun ? [element.raw] : findRunsOf(repeated, flags, around)
}

function canFail({ type, min, element }: Node): boolean {
  return type === 'Quantifier' ? min !== 0 && canFail(element as Node) : true
}

/** Returns whether a part that stands before a repeat can match within what the repeat runs over. */
function canBeginWithin(part: Node, repeated: Node, flags: Flags): boolean {
  const run = () => getConsumedChars(repeated, flags).chars
  const hasOnly = (raw: string) => getWord(raw, flags).isSupersetOf(run())
  switch (part.type) {
    case 'Quantifier':
      return part.min === 0 || canBeginWithin(part.element as Node, repeated, flags)
    case 'Group':
    case 'CapturingGroup':
      return (part.alternatives ?? []).some(({ elements = [] }) =>
        elements.every((inner) => canBeginWithin(inner, repeated, flags)),
      )
    case 'Assertion':
      if (part.kind === 'start') return flags.multiline
      if (part.kind === 'word') return part.negate || !(hasOnly('\\w') || hasOnly('\\W'))
      if (part.kind === 'lookbehind' && part.negate)
        return !(part.alternatives ?? []).some(
          ({ elements = [] }) =>
            elements.length === 1 &&
            getConsumedChars(elements[0] as Node, flags).chars.isSupersetOf(run()),
        )
      return true
    case 'Backreference':
      return true
    default:
      return !getConsumedChars(part, flags).chars.isDisjointWith(run())
  }
}

function getWord(raw: string, flags: Flags): CharSet {
  const { pattern } = new RegExpParser().parseLiteral(`/${raw}/`)
  const [element] = pattern.alternatives?.[0]?.elements ?? []
  return getConsumedChars(element as Node, flags).chars
}
