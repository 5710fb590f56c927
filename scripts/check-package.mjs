// Checks the fields of package.json that the registry shows.
//   node scripts/check-package.mjs             every field is there
//   node scripts/check-package.mjs --release   and no placeholder is left, in the docs either
import { readFileSync } from 'node:fs'

/** The fields that people look for before they trust a package with money. */
const required = ['repository', 'homepage', 'bugs', 'funding']
/** Documents that name the repository, or an address to write to. */
const documents = ['SECURITY.md', 'CONTRIBUTING.md']
/** What stands for an address that is not known yet: names that are reserved for examples. */
const placeholder = /\bgithub\.com\/(sponsors\/)?example\b|@example\.com\b/

const read = (name) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')

const manifest = JSON.parse(read('package.json'))
const faults = required
  .filter((name) => !manifest[name])
  .map((name) => `package.json: ${name} is missing.`)

if (process.argv.includes('--release')) {
  const texts = [
    ...required.map((name) => [`package.json: ${name}`, JSON.stringify(manifest[name] ?? '')]),
    ...documents.map((name) => [name, read(name)]),
  ]
  for (const [where, text] of texts) {
    const [found] = placeholder.exec(text) ?? []
    if (found) faults.push(`${where} holds the placeholder ${found}.`)
  }
}

for (const fault of faults) console.error(fault)
process.exitCode = faults.length > 0 ? 1 : 0
