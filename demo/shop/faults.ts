import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { OrderError, PayError } from '../../src/proxy.ts'
import { messagePage } from './pages/message.ts'

/** The page for an address that nothing is behind. */
export function notFound(context: Context): Response | Promise<Response> {
  return context.html(messagePage('Not on the shelf.', 'There is no such page in this shop.'), 404)
}

/** A page for whatever a handler has thrown. What is nobody's fault but the shop's is logged too. */
export function answerFault(error: Error, context: Context): Response | Promise<Response> {
  if (error instanceof HTTPException) return error.getResponse()
  const { title, text, status } = read(error)
  if (status >= 500) console.error(`${context.req.method} ${context.req.path}:`, error)
  return context.html(messagePage(title, text), status)
}

interface Fault {
  title: string
  text: string
  status: ContentfulStatusCode
}

function read(error: Error): Fault {
  if (error instanceof OrderError) {
    const status = error.status as ContentfulStatusCode
    return { title: 'We cannot sell that.', text: error.message, status }
  }
  if (error instanceof PayError && error.code === 'not_found') {
    const text = 'The payment service does not know the charge of this order.'
    return { title: 'This order is lost.', text, status: 404 }
  }
  if (error instanceof PayError) {
    const text = 'The payment service gave no usable answer. Nothing was charged: please try again.'
    return { title: 'A moment, please.', text, status: 502 }
  }
  return {
    title: 'Something broke.',
    text: 'The shop made a mistake. Nothing was charged.',
    status: 500,
  }
}
