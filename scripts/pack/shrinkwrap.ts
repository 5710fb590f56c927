import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A package in a lockfile of npm (https://docs.npmjs.com/cli/configuring-npm/package-lock-json). */
interface LockedPackage {
  version: string
  resolved?: string
  integrity?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

/** The part of a package's manifest that its lock repeats. */
export interface LockedManifest {
  name: string
  version: string
  license: string
  dependencies: Record<string, string>
}

const lockfile = fileURLToPath(new URL('../../package-lock.json', import.meta.url))

/**
 * Creates the `npm-shrinkwrap.json` of a package: of the repository's lockfile what its dependencies need, so that every
 * installation has the versions that the tests ran with, down to the last one.
 *
 * @throws Error for a dependency that the lockfile does not have
 */
export function createShrinkwrap(manifest: LockedManifest): object {
  const { packages } = JSON.parse(readFileSync(lockfile, 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  const kept: Record<string, object> = {}
  const keep = (name: string, from: string, isOptional: boolean) => {
    const path = listPlaces(name, from).find((place) => packages[place])
    if (path === undefined && !isOptional)
      throw new Error(`package-lock.json lacks ${name}, which ${from || manifest.name} needs.`)
    if (path === undefined || kept[path]) return
    const locked = packages[path] as LockedPackage
    kept[path] = withoutFlags(locked)
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = locked
    for (const one of Object.keys(dependencies)) keep(one, path, one in optionalDependencies)
    for (const one of Object.keys(optionalDependencies)) keep(one, path, true)
    for (const one of Object.keys(peerDependencies))
      if (!locked.peerDependenciesMeta?.[one]?.optional) keep(one, path, false)
  }
  for (const name of Object.keys(manifest.dependencies)) keep(name, '', false)
  const sorted = Object.entries(kept).sort(([one], [other]) => (one < other ? -1 : 1))
  const { name, version, license, dependencies } = manifest
  return {
    ...{ name, version, lockfileVersion: 3, requires: true },
    packages: { '': { name, version, license, dependencies }, ...Object.fromEntries(sorted) },
  }
}

/** Lists where Node looks for a package, from a package's own folder upwards. */
function listPlaces(name: string, from: string): string[] {
  const own = `${from && `${from}/`}node_modules/${name}`
  if (from === '') return [own]
  return [own, ...listPlaces(name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))))]
}

/** Removes what says for whom the repository has a package: here all are needed. */
function withoutFlags(locked: LockedPackage): object {
  const { dev, devOptional, peer, ...rest } = locked as LockedPackage & Record<string, unknown>
  return rest
}
