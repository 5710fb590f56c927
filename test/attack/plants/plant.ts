import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** A rule that is taken out of the source, and the test that must fail without it. */
export interface Plant {
  /** What is taken out, in words. */
  rule: string
  /** From the repository's root. */
  file: string
  /** Stands in the file exactly once. */
  from: string
  /** Takes the rule out. */
  to: string
  /** The test file, from the root. */
  test: string
  /** The test that must fail, where the file holds several. */
  name?: string
}

/** Returns every plant of this folder, in the order of its files. */
export async function readPlants(): Promise<Plant[]> {
  const files = globSync('test/attack/plants/*.ts', { cwd: root }).sort()
  const modules = files
    .filter((file) => basename(file) !== 'plant.ts')
    .map((file) => import(pathToFileURL(join(root, file)).href) as Promise<{ plants: Plant[] }>)
  return (await Promise.all(modules)).flatMap(({ plants }) => plants)
}
