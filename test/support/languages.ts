import { findProgram } from '../../scripts/programs.mjs'

const help = {
  python3: { variable: 'PYTHON_PATH', package: 'python3' },
  php: { variable: 'PHP_PATH', package: 'php-cli' },
}

/** Returns the path of a language's program. Undefined, and says so, where this machine has not got it: in a CI that is a failure. */
export function findLanguage(name: keyof typeof help): string | undefined {
  const path = findProgram({ variable: help[name].variable, names: [name] })
  if (path) return path
  const text = `The recipes for ${name} DID NOT RUN: there is no ${name}. Debian: apt-get install ${help[name].package}.`
  if (process.env.CI) throw new Error(text)
  console.error(text)
  return undefined
}
