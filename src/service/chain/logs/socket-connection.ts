import { type RawData, WebSocket } from 'ws'
import { hashPattern } from '../../../api/formats.ts'

// Not viem's transport: it takes messages of any length, gives up after five connections, and writes the errors of
// further ones, which hold the URL with its key, to the console.

/** Limit of one message. A log has less than a kilobyte; more was made to flood us. */
const maxMessageBytes = 64 * 1024
/**
 * Messages in a minute that answer nothing. Each costs about 30 units at providers, and polling every 4 s about 1,000 a
 * minute: where logs come more often than this, or a node makes them up, polling costs less.
 */
const maxUnaskedPerMinute = 30
/** Milliseconds for a connection to open, and for an answer. */
const timeoutMs = 10_000
const minuteMs = 60_000

/** A connection to a node, on which it tells of logs without being asked each time. */
export interface SocketConnection {
  /** Sends a call. Rejects when the connection ends; a node that refuses the call, or does not answer, ends it. */
  request(method: string, params: readonly unknown[]): Promise<unknown>
  /** Ends the connection. `onClose` is called with why, if a reason is given. */
  close(why?: string): void
}

/** What a connection calls back. */
export interface SocketListener {
  onOpen(): void
  /** The hash of the transaction of a log, as the node says. */
  onLog(transactionHash: string): void
  /** Called at most once. The text holds no part of the URL. */
  onClose(why: string): void
  /** Called for each call that is sent. */
  onCall(method: string): void
}

interface WaitingCall {
  method: string
  resolve: (result: unknown) => void
  reject: (error: Error) => void
  timer: NodeJS.Timeout
}

/** Opens a connection. What the node sends is bounded in size and number: one that sends more loses the connection. */
export function openSocketConnection(url: string, listener: SocketListener): SocketConnection {
  const waiting = new Map<number, WaitingCall>()
  const countUnasked = createMinuteCounter()
  let lastId = 0
  let isClosed = false
  const socket = new WebSocket(url, {
    maxPayload: maxMessageBytes,
    // A few bytes that become gigabytes are one way to flood.
    perMessageDeflate: false,
    followRedirects: false,
    handshakeTimeout: timeoutMs,
  })

  function close(why?: string): void {
    if (isClosed) return
    isClosed = true
    socket.terminate()
    for (const { reject, timer } of waiting.values()) {
      clearTimeout(timer)
      reject(new Error('The socket was closed.'))
    }
    waiting.clear()
    if (why !== undefined) listener.onClose(why)
  }

  function receive(data: RawData): void {
    if (isClosed) return
    const message = parseMessage(String(data))
    const call = typeof message?.id === 'number' ? waiting.get(message.id) : undefined
    if (message && call) {
      waiting.delete(message.id as number)
      receiveAnswer(message, call)
    } else if (countUnasked() > maxUnaskedPerMinute)
      close('it tells so much that polling costs less')
    else {
      const hash = readTransactionHash(message)
      if (hash !== undefined) listener.onLog(hash)
    }
  }

  function receiveAnswer({ error, result }: SocketMessage, call: WaitingCall): void {
    clearTimeout(call.timer)
    if (error === undefined) call.resolve(result)
    else {
      call.reject(new Error('The call was refused.'))
      // The node's own words are not repeated: they may hold what the operator keeps secret.
      close(`it refuses ${call.method} (code ${Number(error?.code)})`)
    }
  }

  socket.on('open', listener.onOpen)
  socket.on('message', receive)
  // 'error' is followed by 'close', but an error without a listener would end the process.
  socket.on('error', (error) => close(describeError(error).replaceAll(url, '')))
  socket.on('close', (code) => close(`it was closed (code ${code})`))
  return {
    request(method, params) {
      if (isClosed) return Promise.reject(new Error('The socket is closed.'))
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      lastId += 1
      const timer = setTimeout(close, timeoutMs, `it does not answer ${method}`).unref()
      waiting.set(lastId, { method, resolve, reject, timer })
      listener.onCall(method)
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params }))
      return promise
    },
    close,
  }
}

/** Returns what an error says; one of several addresses that all failed has a code alone. */
function describeError(error: NodeJS.ErrnoException): string {
  return error.message || error.code || 'it failed'
}

/** A message, of which nothing is known but that it is an object. */
interface SocketMessage {
  id?: unknown
  result?: unknown
  error?: { code?: unknown } | null
  method?: unknown
  params?: { result?: { transactionHash?: unknown } }
}

function parseMessage(text: string): SocketMessage | undefined {
  try {
    const message: unknown = JSON.parse(text)
    return typeof message === 'object' && message !== null ? message : undefined
  } catch {
    return undefined
  }
}

function readTransactionHash(message: SocketMessage | undefined): string | undefined {
  const hash = message?.method === 'eth_subscription' && message.params?.result?.transactionHash
  return typeof hash === 'string' && hashPattern.test(hash) ? hash.toLowerCase() : undefined
}

/** Creates a function that counts its calls, and returns how many there were in the current minute. */
function createMinuteCounter(): () => number {
  let count = 0
  let endsAt = 0
  return () => {
    if (performance.now() >= endsAt) {
      count = 0
      endsAt = performance.now() + minuteMs
    }
    count += 1
    return count
  }
}
