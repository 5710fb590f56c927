import { cpSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import release from 'pay-charge/integrity.json' with { type: 'json' }

// The files of the element become assets of the worker.
const files = fileURLToPath(new URL('.', import.meta.resolve('pay-charge/pay-charge.js')))
cpSync(files, `public/pay-charge/${release.version}`, { recursive: true })
