// Writes what editors and documentation tools read about the element, into dist/:
//   custom-elements.json             the Custom Elements Manifest
//   vscode.html-custom-data.json     tag and attributes, for VS Code
//   vscode.css-custom-data.json      custom properties and parts, likewise
//   web-types.json                   the same and more, for JetBrains' editors
//
//   node scripts/manifest/build.ts
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import {
  createCssCustomData,
  createCustomData,
  createWebTypes,
  type PackageFields,
} from './editors.ts'
import { createManifest } from './manifest.ts'

const root = new URL('../../', import.meta.url)
const fields = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as PackageFields

const manifest = createManifest()
const files = {
  'custom-elements.json': manifest,
  'vscode.html-custom-data.json': createCustomData(manifest, fields),
  'vscode.css-custom-data.json': createCssCustomData(manifest),
  'web-types.json': createWebTypes(manifest, fields),
}
mkdirSync(new URL('dist/', root), { recursive: true })
for (const [name, content] of Object.entries(files))
  writeFileSync(new URL(`dist/${name}`, root), `${JSON.stringify(content, undefined, 2)}\n`)
