import { proxy } from '../../../proxy.server.ts'
import type { RequestHandler } from './$types'

export const fallback: RequestHandler = ({ request }) => proxy(request)
