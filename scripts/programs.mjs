// Plain JavaScript, because ensure.mjs needs it before anything is installed.
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * The path of a program: the one that an environment variable names, then the first that is there of the usual places,
 * then of the names on PATH. Undefined where there is none; throws an Error where the variable names no file.
 */
export function findProgram({ variable, places = [], names }, environment = process.env) {
  const chosen = environment[variable]
  if (chosen) {
    if (runs(chosen)) return chosen
    throw new Error(`${variable} is ${chosen}, which is no file that can be run.`)
  }
  const folders = (environment.PATH ?? '').split(delimiter).filter(Boolean)
  const onPath = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  return [...places, ...onPath].find(runs)
}

function runs(path) {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
