import { readFile } from 'node:fs/promises'
import express from 'express'
import { toExpressHandler } from 'pay-charge/express'
import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import App from './App.vue'
import { proxy } from './proxy.ts'

const template = await readFile('dist/client/index.html', 'utf8')

const app = express()
app.use('/pay', toExpressHandler(proxy))
app.use('/assets', express.static('dist/client/assets'))
app.get('/', async (_request, response) => {
  const html = await renderToString(createSSRApp(App, { sku: 'mug' }))
  response.type('html').send(template.replace('<!--app-->', html))
})
app.listen(Number(process.env.PORT ?? 3000))
