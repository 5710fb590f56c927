import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

/**
 * Creates a server of a test whose answers take time, such as those of a node in front of another one.
 *
 * A caller that gives up while it is answered, as the service does with a node that is slow, makes the reading of its call fail,
 * and what it asked for may be gone by then. That says nothing about what is tested, and must not end the process as an unhandled
 * rejection does. What fails while the caller still waits does end it.
 */
export function createAnsweringServer(
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<unknown>,
): Server {
  return createServer(async (request, response) => {
    try {
      await answer(request, response)
    } catch (error) {
      const isCallerGone = request.errored || request.socket.destroyed || response.closed
      if (!isCallerGone) throw error
    }
  })
}
