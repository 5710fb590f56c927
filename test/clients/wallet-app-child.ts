// The process of a wallet app: the real WalletKit, moved by its parent. See wallet-app.ts.
import { createRequire } from 'node:module'
import { type IWalletKit, WalletKit, type WalletKitTypes } from '@reown/walletkit'

type Core = WalletKitTypes.Options['core']

// WalletKit wants a core and exports none: the one that it was made with.
const ours = createRequire(import.meta.url)
const its = createRequire(ours.resolve('@reown/walletkit'))
const { Core } = its('@walletconnect/core') as { Core: new (options: object) => Core }

/** What the parent asks for. Each is answered under its number. */
export type Order = { number: number } & (
  | { do: 'start'; relayUrl: string }
  | { do: 'pair'; uri: string }
  | { do: 'approve'; id: number; namespaces: Record<string, unknown> }
  | { do: 'refuse'; id: number }
  | { do: 'respond'; topic: string; response: Record<string, unknown> }
  | { do: 'update'; namespaces: Record<string, unknown> }
  | { do: 'emit'; name: string; data: unknown; chainId: string }
  | { do: 'end' }
)

/** What the parent hears. */
export type News =
  | { type: 'done'; number: number; error?: string }
  | { type: 'proposal'; id: number; params: unknown }
  | { type: 'request'; id: number; topic: string; params: unknown }
  | { type: 'ended' }

const tell = (news: News) => process.send?.(news)

let kit: IWalletKit

async function start(relayUrl: string) {
  const core = new Core({
    projectId: 'test',
    relayUrl,
    telemetryEnabled: false,
    logger: 'fatal',
    storageOptions: { database: ':memory:' },
  })
  const metadata = { name: 'Wallet App', description: '', url: 'https://wallet.example', icons: [] }
  kit = await WalletKit.init({ core, metadata })
  // What a relay passes on twice is shown to the payer once.
  const shown = new Set<number>()
  const showOnce = (id: number, news: News) => {
    if (shown.has(id)) return
    shown.add(id)
    tell(news)
  }
  kit.on('session_proposal', ({ id, params }) => showOnce(id, { type: 'proposal', id, params }))
  kit.on('session_request', ({ id, topic, params }) =>
    showOnce(id, { type: 'request', id, topic, params }),
  )
  kit.on('session_delete', () => tell({ type: 'ended' }))
}

async function obey(order: Order): Promise<void> {
  if (order.do === 'start') return start(order.relayUrl)
  const topics = Object.keys(kit.getActiveSessions())
  const rejected = { code: 5000, message: 'User rejected.' }
  switch (order.do) {
    case 'pair':
      return kit.pair({ uri: order.uri })
    case 'approve':
      await kit.approveSession({ id: order.id, namespaces: order.namespaces as never })
      return
    case 'refuse':
      return kit.rejectSession({ id: order.id, reason: rejected })
    case 'respond':
      return kit.respondSessionRequest({ topic: order.topic, response: order.response as never })
    case 'update':
      for (const topic of topics)
        await kit.updateSession({ topic, namespaces: order.namespaces as never })
      return
    case 'emit': {
      const { name, data, chainId } = order
      for (const topic of topics)
        await kit.emitSessionEvent({ topic, event: { name, data }, chainId })
      return
    }
    case 'end': {
      const reason = { code: 6000, message: 'User disconnected.' }
      for (const topic of topics) await kit.disconnectSession({ topic, reason })
      return
    }
    default:
      return order satisfies never
  }
}

// The library trips over what a relay passes on twice, in the background. No app would end for it.
process.on('unhandledRejection', (error) => console.error(`Wallet app: ${error}`))
// Its parent has died.
process.on('disconnect', () => process.exit())
process.on('message', (order: Order) => {
  obey(order).then(
    () => tell({ type: 'done', number: order.number }),
    (error: unknown) => tell({ type: 'done', number: order.number, error: String(error) }),
  )
})
