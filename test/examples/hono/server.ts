import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { toHonoHandler } from 'pay-charge/hono'
import { folder, page } from './page.ts'
import { proxy } from './proxy.ts'

const elementFiles = fileURLToPath(new URL('.', import.meta.resolve('pay-charge/pay-charge.js')))

const app = new Hono()
app.all('/pay/*', toHonoHandler(proxy))
app.use(
  `${folder}*`,
  serveStatic({
    root: relative(process.cwd(), elementFiles),
    rewriteRequestPath: (path) => path.slice(folder.length),
  }),
)
app.use('/store.js', serveStatic({ root: 'public' }))
app.get('/', (context) => context.html(page))
serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) })
