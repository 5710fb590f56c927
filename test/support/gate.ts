import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** What stands in front of a server, and does as a network or a host that fails does. */
export interface Gate {
  url: string
  /** Passes everything on, as at the start. */
  open: () => void
  /** Cuts all connections, and takes no new one, as a server that has ended. */
  cut: () => void
  /** Takes everything and passes nothing on, as a host that has died. */
  silence: () => void
  close: () => void
}

/** Starts a gate in front of the server that a URL names. */
export async function startGate(target: string): Promise<Gate> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let state: 'open' | 'cut' | 'silent' = 'open'
  const server = createServer((client) => {
    if (state === 'cut') {
      client.destroy()
      return
    }
    const upstream = connect(Number(port), hostname)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.on('data', (data) => void (state === 'open' && to.write(data)))
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = `${(server.address() as AddressInfo).port}`
  const end = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: url.href,
    open: () => {
      // What was held back is lost: no conversation can go on.
      if (state === 'silent') end()
      state = 'open'
    },
    cut: () => {
      state = 'cut'
      end()
    },
    silence: () => {
      state = 'silent'
    },
    close: () => {
      server.close()
      end()
    },
  }
}
