import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import fastify from 'fastify'
import { toFastifyHandler } from 'pay-charge/fastify'
import { renderToString } from 'react-dom/server'
import { App } from './App.tsx'
import { proxy } from './proxy.ts'

const template = await readFile('dist/client/index.html', 'utf8')

const app = fastify()
app.all('/pay/*', toFastifyHandler(proxy))
await app.register(fastifyStatic, { root: resolve('dist/client/assets'), prefix: '/assets/' })
app.get('/', (_request, reply) => {
  const html = renderToString(<App sku="mug" />)
  return reply.type('text/html').send(template.replace('<!--app-->', html))
})
await app.listen({ port: Number(process.env.PORT ?? 3000) })
