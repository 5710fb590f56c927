import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packages } from './packages.ts'
import { createShrinkwrap } from './shrinkwrap.ts'
import { readRootManifest, selectVersions } from './write-package.ts'

// `npm run --silent sbom`: lists what the published packages and the built script are made of (CycloneDX), in the versions that
// the tests ran with. What only the demo and the tests use is not in it.

const names = packages.flatMap(({ dependencies, optionalPeers }) => [
  ...dependencies,
  // Built into the script; React is the store's own.
  ...optionalPeers.filter((name) => name !== 'react'),
])
const { name, version, license } = readRootManifest()
const manifest = {
  name,
  version,
  license,
  dependencies: selectVersions([...new Set(names)].sort()),
}
const folder = mkdtempSync(join(tmpdir(), 'pay-charge-sbom-'))
try {
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(createShrinkwrap(manifest)))
  const options = ['--sbom-format=cyclonedx', '--package-lock-only', '--legacy-peer-deps']
  process.stdout.write(execFileSync('npm', ['sbom', ...options], { cwd: folder }))
} finally {
  rmSync(folder, { recursive: true })
}
