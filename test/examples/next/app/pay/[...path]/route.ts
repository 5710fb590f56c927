import { toNextHandlers } from 'pay-charge/next'
import { proxy } from '../../proxy'

export const { GET, POST, OPTIONS } = toNextHandlers(proxy)
