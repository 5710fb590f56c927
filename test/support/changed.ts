import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/**
 * Lists the browser's test files that changed since the last commit, or that import a source file which did. With a
 * clean tree, what the last commit changed counts.
 */
export function listChangedBrowserTests(root: string): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  const uncommitted = [
    ...git('diff', '--name-only', 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
  const changed = new Set(
    uncommitted.length > 0 ? uncommitted : git('show', '--name-only', '--format=', 'HEAD'),
  )
  const tests = globSync('test/{element,wallet}/**/*.browser.test.ts', { cwd: root }).map(normalize)
  return tests
    .filter((path) => changed.has(path) || listImports(root, path).some((one) => changed.has(one)))
    .sort()
}

function listImports(root: string, path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8')
  return [...text.matchAll(/from '(\.[^']+)'/g)].map(([, name = '']) =>
    normalize(join(dirname(path), name)),
  )
}
