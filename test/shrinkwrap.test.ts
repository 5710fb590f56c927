import assert from 'node:assert/strict'
import { test } from 'node:test'
import { packages } from '../scripts/pack/packages.ts'
import { createShrinkwrap } from '../scripts/pack/shrinkwrap.ts'
import { selectVersions } from '../scripts/pack/write-package.ts'

interface Locked {
  version: string
  integrity?: string
  dev?: boolean
  dependencies?: Record<string, string>
}

test('every installation of the service has one version of each library, held by its hash', () => {
  const service = packages.find(({ isLocked }) => isLocked)
  assert.equal(service?.name, 'pay-charge-service')
  const dependencies = selectVersions(service.dependencies)
  for (const [name, version] of Object.entries(dependencies))
    assert.match(version, /^\d+\.\d+\.\d+$/, name)
  const manifest = { name: service.name, version: '1.0.0', license: 'MIT', dependencies }
  const { packages: locked } = createShrinkwrap(manifest) as { packages: Record<string, Locked> }
  const { '': own, ...libraries } = locked
  assert.deepEqual(own?.dependencies, dependencies)
  for (const [name, version] of Object.entries(dependencies))
    assert.equal(libraries[`node_modules/${name}`]?.version, version)
  for (const [path, { integrity, dev, dependencies: needed = {} }] of Object.entries(libraries)) {
    assert.match(String(integrity), /^sha512-/, path)
    assert.equal(dev, undefined, path)
    for (const name of Object.keys(needed)) assert.ok(isFound(name, path), `${name} of ${path}`)
  }
  assert.ok(!Object.keys(libraries).some((path) => /typescript|vite$|biome/.test(path)))

  function isFound(name: string, from: string): boolean {
    if (libraries[`${from}/node_modules/${name}`]) return true
    const up = from.lastIndexOf('/node_modules/')
    return up < 0
      ? libraries[`node_modules/${name}`] !== undefined
      : isFound(name, from.slice(0, up))
  }
})
