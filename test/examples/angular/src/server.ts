import { resolve } from 'node:path'
import {
  AngularNodeAppEngine,
  createNodeRequestHandler,
  writeResponseToNodeResponse,
} from '@angular/ssr/node'
import express from 'express'
import { toExpressHandler } from 'pay-charge/express'
import { proxy } from './proxy'

const engine = new AngularNodeAppEngine()
const app = express()
app.use('/pay', toExpressHandler(proxy))
app.use(express.static(resolve(import.meta.dirname, '../browser'), { index: false }))
app.use(async (request, response, next) => {
  const page = await engine.handle(request)
  if (page) await writeResponseToNodeResponse(page, response)
  else next()
})
app.listen(Number(process.env.PORT ?? 3000))

export const reqHandler = createNodeRequestHandler(app)
