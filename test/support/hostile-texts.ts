// Texts that have stopped or broken programs which read strangers' text.

/** What is repeated, by what it is called. */
const repeated: Readonly<Record<string, string>> = {
  digits: '1',
  zeros: '0',
  letters: 'a',
  'hex digits': 'f',
  spaces: ' ',
  tabs: '\t',
  'line breaks': '\n',
  'line breaks of HTTP': '\r\n',
  brackets: '[',
  'brackets and braces': '[{"a":',
  parentheses: '(',
  quotes: '"',
  apostrophes: "'",
  backslashes: '\\',
  'escaped quotes': '\\"',
  commas: ',',
  'commas and spaces': ', ',
  semicolons: ';',
  'semicolons and spaces': '; ',
  'equal signs': '=',
  parameters: 'a=b&',
  'per cent signs': '%',
  'encoded zeros': '%00',
  'bytes that are no UTF-8': '%ff',
  dots: '.',
  'ways up': '../',
  slashes: '/',
  colons: ':',
  'at signs': '@',
  minuses: '-',
  'angle brackets': '<',
  'dollar signs': '$',
  asterisks: '*',
  'language tags': 'en-a;q=0.1,',
  'payment credentials': 'payment a,',
  NUL: '\0',
  'combining marks': 'e\u0301\u0323',
  'halves of surrogate pairs': '\ud800',
  'overrides of the direction': '\u202e',
  'scripts and emoji': '١👍🏽ß',
}

/** The names of the shapes. */
export const hostileShapes = Object.keys(repeated)

/** Returns a text of one shape, with an end that a reader of the repeated part does not expect. */
export function hostileText(shape: string, length: number): string {
  const unit = repeated[shape] ?? shape
  const [first, last] = /^[01]$/.test(unit) ? ['1', '1'] : ['', '!']
  const count = Math.floor((length - first.length - last.length) / unit.length)
  return `${first}${unit.repeat(count)}${last}`
}
