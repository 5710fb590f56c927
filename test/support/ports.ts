import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Reserves a port of loopback for as long as this process lives: for what is to be ended and started again at the same one, or
 * asked for while it is down.
 *
 * A port that the kernel chose (`listen(0)`) lies in its ephemeral range, from 32768 up (`ip_local_port_range`). Once nobody
 * listens there, the kernel gives it to the next connection or server of any process. It gives nobody one from below, and
 * whoever else reserves one takes another.
 */
export async function reservePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    if ((await isFree(port)) && (await mark(port))) return port
  }
}

/** Listens once, which fails where somebody does. */
async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  if (!(await hasPort(once(server, 'listening')))) return false
  server.close()
  await once(server, 'close')
  return true
}

/** Marks a port for other processes of tests: by the UDP port of the same number, which nobody uses, and which ends with us. */
async function mark(port: number): Promise<boolean> {
  const socket = createSocket('udp4')
  socket.bind({ port, address: '127.0.0.1', exclusive: true })
  const isMarked = await hasPort(once(socket, 'listening'))
  if (isMarked) socket.unref()
  return isMarked
}

async function hasPort(listening: Promise<unknown>): Promise<boolean> {
  try {
    await listening
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false
    throw error
  }
}
