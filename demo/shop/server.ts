import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { createAdaptorServer } from '@hono/node-server'
import { PayError } from '../../src/errors.ts'
import type { Part } from '../start/parts.ts'
import { portFault } from '../start/ports.ts'
import { readAssets } from './assets.ts'
import { openOrders } from './orders.ts'
import { createShop, type ShopOptions } from './shop.ts'

export interface ShopServerOptions extends Omit<ShopOptions, 'orders'> {
  /** 0: any free one. */
  port: number
  /** Where the shop keeps its orders. */
  ordersFile: string
}

/**
 * Opens the shop on 127.0.0.1.
 *
 * @throws PayError `invalid_setting` naming SHOP_PORT when the port cannot be had
 */
export async function startShop(options: ShopServerOptions): Promise<Part & { origin: string }> {
  const { port, ordersFile, assets, ...rest } = options
  const own = await readAssets(fileURLToPath(new URL('./files', import.meta.url)))
  const orders = openOrders(ordersFile)
  const { fetch } = createShop({ ...rest, orders, assets: [...assets, ...own] })
  const server = createAdaptorServer({ fetch }) as Server
  await listen(server, port)
  const ended = once(server, 'close').then(() => 'Its server was closed.')
  return {
    name: 'The shop',
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ended,
    async stop() {
      server.close()
      // Browsers keep connections open for the next page.
      server.closeAllConnections()
      await ended
    },
  }
}

async function listen(server: Server, port: number): Promise<void> {
  try {
    const listening = once(server, 'listening')
    server.listen(port, '127.0.0.1')
    await listening
  } catch (cause) {
    const line = portFault('SHOP_PORT', port, cause as NodeJS.ErrnoException)
    throw new PayError('invalid_setting', line, { field: 'SHOP_PORT', cause })
  }
}
