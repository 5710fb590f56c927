import { fileURLToPath } from 'node:url'
import express from 'express'
import { toExpressHandler } from 'pay-charge/express'
import { folder, page } from './page.ts'
import { proxy } from './proxy.ts'

const elementFiles = fileURLToPath(new URL('.', import.meta.resolve('pay-charge/pay-charge.js')))

const app = express()
app.use(express.json())
app.use('/pay', toExpressHandler(proxy))
app.use(folder, express.static(elementFiles, { immutable: true, maxAge: '1y' }))
app.use(express.static('public'))
app.get('/', (_request, response) => {
  response.type('html').send(page)
})
app.listen(Number(process.env.PORT ?? 3000))
