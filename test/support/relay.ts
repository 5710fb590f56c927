// One relay for all tests, with every method that clients ask it for; hence its length.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type RawData, WebSocket, WebSocketServer } from 'ws'

// What clients ask of a WalletConnect relay: https://specs.walletconnect.com/2.0/specs/servers/relay/relay-server-rpc
// and the methods of whole steps (wc_...) that clients since 2.21 use in place of several calls.

interface Call {
  id: string | number
  method?: string
  params?: Params
}

/** Of all methods together: each has some of them. */
interface Params {
  topic: string
  topics: string[]
  message: string
  /** Seconds. */
  ttl: number
  tag: number
  pairingTopic: string
  sessionProposal: string
  sessionTopic: string
  sessionProposalResponse: string
  sessionSettlementRequest: string
}

/** Something that one client sent for the others of its topic. */
interface Message {
  topic: string
  message: string
  tag: number
  publishedAt: number
  /** Unix milliseconds. */
  expires: number
  from: string
  /** The clients that have confirmed it. */
  taken: Set<string>
}

/** The connection of a client. Its subscriptions end with it. */
interface Peer {
  socket: WebSocket
  client: string
  topics: Map<string, string>
}

/** A WalletConnect relay on loopback. It cannot read what it passes on: clients encrypt it for each other. */
export class Relay {
  /** True: it takes connections and answers nothing. */
  silent = false
  /** Every method that it was asked for, in order. */
  readonly asked: string[] = []
  readonly #peers = new Set<Peer>()
  readonly #messages: Message[] = []
  /** What was passed on and is not confirmed yet, by the id of the call. */
  readonly #passed = new Map<string, Message>()
  #server: WebSocketServer | undefined
  #port = 0

  /** Starts one on a free port. */
  static async start(): Promise<Relay> {
    const relay = new Relay()
    await relay.comeBack()
    return relay
  }

  /** Where clients connect to. It stays the same while the relay is away. */
  get url(): string {
    return `ws://127.0.0.1:${this.#port}`
  }

  /** How many clients are connected. */
  get connections(): number {
    return this.#peers.size
  }

  /** Ends every connection without a word. Clients connect anew. */
  drop() {
    for (const { socket } of this.#peers) socket.terminate()
  }

  /** Nobody listens at the address any more, until it comes back. What is to be passed on is kept. */
  async leave() {
    const server = this.#server
    this.#server = undefined
    this.drop()
    if (server) await new Promise<void>((done) => server.close(() => done()))
  }

  async comeBack() {
    if (this.#server) return
    const server = new WebSocketServer({ host: '127.0.0.1', port: this.#port })
    await once(server, 'listening')
    this.#server = server
    this.#port = (server.address() as AddressInfo).port
    server.on('connection', (socket, { url }) => this.#meet(socket, clientOf(url ?? '')))
  }

  #meet(socket: WebSocket, client: string) {
    const peer: Peer = { socket, client, topics: new Map() }
    this.#peers.add(peer)
    // Clients take a connection without pings for a dead one after 35 s.
    const beat = setInterval(() => socket.ping(), 10_000)
    socket.on('close', () => {
      clearInterval(beat)
      this.#peers.delete(peer)
    })
    // What a socket fails of is followed by its end.
    socket.on('error', () => socket.terminate())
    socket.on('message', (data: RawData) => this.#hear(peer, JSON.parse(String(data)) as Call))
  }

  #hear(peer: Peer, call: Call) {
    const { id, method, params } = call
    if (!method) {
      this.#passed.get(String(id))?.taken.add(peer.client)
      return
    }
    this.asked.push(method)
    if (this.silent) return
    const answer = this.#answer(peer, method, params as Params)
    say(peer, { id, jsonrpc: '2.0', ...answer.reply })
    answer.after?.()
  }

  /** The reply to a call, and what follows once it is out: a client waits for the one before it looks for the other. */
  #answer(peer: Peer, method: string, params: Params) {
    const { topic, topics, message, ttl, tag, pairingTopic } = params
    switch (method) {
      case 'irn_publish':
        return { reply: { result: true }, after: () => this.#send(peer, topic, message, tag, ttl) }
      case 'irn_subscribe':
        return {
          reply: { result: this.#subscribe(peer, topic) },
          after: () => this.#catchUp(peer, [topic]),
        }
      case 'irn_batchSubscribe':
        return {
          reply: { result: topics.map((one) => this.#subscribe(peer, one)) },
          after: () => this.#catchUp(peer, topics),
        }
      case 'irn_unsubscribe':
        peer.topics.delete(topic)
        return { reply: { result: true } }
      case 'irn_fetchMessages':
        return { reply: { result: { messages: this.#kept(peer, topic), hasMore: false } } }
      case 'irn_batchFetchMessages': {
        const messages = topics.flatMap((one) => this.#kept(peer, one))
        return { reply: { result: { messages, hasMore: false } } }
      }
      case 'wc_proposeSession': {
        this.#subscribe(peer, pairingTopic)
        const after = () => this.#send(peer, pairingTopic, params.sessionProposal, 1100, ttl)
        return { reply: { result: true }, after }
      }
      case 'wc_approveSession':
        return { reply: { result: true }, after: () => this.#approve(peer, params) }
      default:
        return { reply: { error: { code: -32601, message: `${method} is unknown here.` } } }
    }
  }

  #approve(peer: Peer, params: Params) {
    const { pairingTopic, sessionTopic, ttl } = params
    this.#subscribe(peer, sessionTopic)
    this.#send(peer, pairingTopic, params.sessionProposalResponse, 1101, ttl)
    this.#send(peer, sessionTopic, params.sessionSettlementRequest, 1102, ttl)
  }

  #subscribe(peer: Peer, topic: string): string {
    const id = peer.topics.get(topic) ?? crypto.randomUUID().replaceAll('-', '')
    peer.topics.set(topic, id)
    return id
  }

  #send(peer: Peer, topic: string, message: string, tag: number, ttl: number) {
    const publishedAt = Date.now()
    const sent: Message = {
      topic,
      message,
      tag,
      publishedAt,
      // A dapp subscribes to the topic of its session after what is published there first.
      expires: publishedAt + ttl * 1000,
      from: peer.client,
      taken: new Set(),
    }
    this.#messages.push(sent)
    for (const other of this.#peers) this.#pass(other, sent)
  }

  #pass(peer: Peer, one: Message) {
    const subscription = peer.topics.get(one.topic)
    if (!subscription || one.from === peer.client || this.silent) return
    // JSON-RPC ids from here: they must not meet the clients' own.
    const id = `${Date.now()}${Math.floor(Math.random() * 1e6)}`
    this.#passed.set(id, one)
    const { topic, message, publishedAt, tag } = one
    const params = { id: subscription, data: { topic, message, publishedAt, tag } }
    say(peer, { id, jsonrpc: '2.0', method: 'irn_subscription', params })
  }

  #kept(peer: Peer, topic: string): Message[] {
    const now = Date.now()
    return this.#messages.filter(
      (one) =>
        one.topic === topic &&
        one.expires > now &&
        one.from !== peer.client &&
        !one.taken.has(peer.client),
    )
  }

  /** What came for a client while it was away. */
  #catchUp(peer: Peer, topics: string[]) {
    for (const topic of topics) for (const one of this.#kept(peer, topic)) this.#pass(peer, one)
  }
}

function say({ socket }: Peer, value: unknown) {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(value))
}

/** Who connects: the issuer (did:key) of the JWT in its URL. A client keeps it over reloads; nobody is to be kept out here. */
function clientOf(url: string): string {
  const token = new URL(url, 'ws://relay').searchParams.get('auth') ?? ''
  const [, payload = ''] = token.split('.')
  const { iss } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { iss: string }
  return iss
}
