import type { APIRoute } from 'astro'
import { proxy } from '../../proxy.ts'

export const ALL: APIRoute = ({ request }) => proxy(request)
