import { readFileSync } from 'node:fs'

// Imported first by the program, for its effect: on an older Node some commands would work and others fail later.

const manifest = new URL('../../../package.json', import.meta.url)
const { engines } = JSON.parse(readFileSync(manifest, 'utf8')) as { engines: { node: string } }
const neededVersion = engines.node.replace('>=', '')

const [major = 0, minor = 0] = neededVersion.split('.').map(Number)
const [ourMajor = 0, ourMinor = 0] = process.versions.node.split('.').map(Number)

if (ourMajor < major || (ourMajor === major && ourMinor < minor)) {
  console.error(
    `pay-charge needs Node ${neededVersion} or newer, and this is Node ${process.versions.node}.`,
  )
  process.exit(1)
}
