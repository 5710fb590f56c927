import type { JSONReport, JSONReportSuite } from 'playwright/types/testReporter'

/** The most of an error that the end of a run repeats. */
const maxLength = 600

// biome-ignore lint/suspicious/noControlCharactersInRegex: Playwright colors its errors.
const colors = /\u001b\[\d+(;\d+)*m/g

function describeFailure(name: string, error: string): string {
  const lines = error.replaceAll(colors, '').split('\n')
  const said = lines.map((line) => line.trim()).filter((line) => line && !line.startsWith('at '))
  return `✖ ${name}\n    ${said.join('\n    ').slice(0, maxLength)}`
}

/**
 * Lists the tests that a report in TAP calls failing, with what they said. A file or a group fails with each of its tests, and is
 * listed only where it failed by itself: in a hook, or as it did not end.
 */
export function listTapFailures(tap: string): string[] {
  const failure = /^ *not ok \d+ - ([^\n]*)\n +---\n([\s\S]*?)\n +\.\.\./gm
  return [...tap.matchAll(failure)]
    .filter(([, , detail = '']) => !/failureType: '?subtestsFailed/.test(detail))
    .map(([, name = '', detail = '']) => {
      const [, file = ''] = /location: '[^']*?(test\/[^']*)'/.exec(detail) ?? []
      const [, error = detail] =
        /error: (?:\|-)?([\s\S]*?)(?:\n +(?:code|stack): |$)/.exec(detail) ?? []
      return describeFailure(`${file} ${name}`.trim(), error)
    })
}

/** Lists the tests of Playwright that failed, with what they said. */
export function listPlaywrightFailures({ suites, errors }: JSONReport): string[] {
  const outside = errors.map(({ message = '' }) => describeFailure('outside of the tests', message))
  return [...suites.flatMap((suite) => listSuite(suite, [])), ...outside]
}

function listSuite(
  { title, file, specs, suites = [] }: JSONReportSuite,
  above: string[],
): string[] {
  const path = title === file ? above : [...above, title]
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ title: name, line, tests }) => {
      const texts = tests.flatMap(({ results }) =>
        results.flatMap(({ errors }) => errors.map(({ message }) => message)),
      )
      return describeFailure([`${file}:${line}`, ...path, name].join(' › '), texts.join('\n'))
    })
  return [...own, ...suites.flatMap((suite) => listSuite(suite, path))]
}
