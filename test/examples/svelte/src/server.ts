import { readFile } from 'node:fs/promises'
import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { toHonoHandler } from 'pay-charge/hono'
import { render } from 'svelte/server'
import App from './App.svelte'
import { proxy } from './proxy.ts'

const template = await readFile('dist/client/index.html', 'utf8')

const app = new Hono()
app.all('/pay/*', toHonoHandler(proxy))
app.use('/assets/*', serveStatic({ root: 'dist/client' }))
app.get('/', (context) => {
  const { body } = render(App, { props: { sku: 'mug' } })
  return context.html(template.replace('<!--app-->', body))
})
serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) })
