import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import type { DemoSettings } from './settings.ts'

/**
 * Asks for every port before anything is started, so that a taken one is told at once and by its
 * variable. Gives a line for each that cannot be had.
 */
export async function portFaults(ports: DemoSettings['ports']): Promise<string[]> {
  const held: Server[] = []
  const faults: string[] = []
  // One after the other and held until the end: two variables with the same port are a fault too.
  for (const [name, port] of Object.entries(ports)) {
    if (port === 0) continue
    const server = createServer()
    try {
      const listening = once(server, 'listening')
      server.listen(port, '127.0.0.1')
      await listening
      held.push(server)
    } catch (cause) {
      faults.push(portFault(name, port, cause as NodeJS.ErrnoException))
    }
  }
  await Promise.all(held.map((server) => new Promise((done) => server.close(done))))
  return faults
}

/** Why a port cannot be listened on, and what to do, in one line. */
export function portFault(name: string, port: number, { code, message }: NodeJS.ErrnoException) {
  const way = `set ${name} to another one, or to 0 for any free one.`
  if (code === 'EADDRINUSE') return `${name}: port ${port} is taken. Stop what uses it, or ${way}`
  if (code === 'EACCES') return `${name}: port ${port} is not open to this user: ${way}`
  return `${name}: port ${port} cannot be used (${message}): ${way}`
}
