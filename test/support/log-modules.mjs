// Loaded before a program (`node --import`), writes the URL of each module that it loads to the file of MODULE_LOG.
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

registerHooks({
  load(url, context, nextLoad) {
    appendFileSync(String(process.env.MODULE_LOG), `${url}\n`)
    return nextLoad(url, context)
  },
})
