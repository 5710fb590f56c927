import { WalletApp } from '../clients/wallet-app.ts'
import type { LocalChain } from '../support/local-chain.ts'
import { Relay } from '../support/relay.ts'
import { until } from '../support/wait.ts'
import { type Give, newPayer } from './payers.ts'

/** Wallet apps on other devices, which browsers name by their numbers, and the relay between them and the pages. */
export function createWalletApps(chain: LocalChain, give: Give) {
  const apps: { app: WalletApp; approve: () => void }[] = []
  let relay: Promise<Relay> | undefined
  const find = (number: number) => {
    const found = apps[number]
    if (!found) throw new RangeError(`There is no wallet app ${number}.`)
    return found
  }
  const answers = {
    async openWalletApp() {
      relay ??= Relay.start()
      const { url: relayUrl } = await relay
      const app = await WalletApp.start({ relayUrl, rpcUrl: chain.rpcUrl })
      return { app: apps.push({ app, approve() {} }) - 1, relayUrl }
    },
    /** The owner scans a code with an account that no other session has, and leaves the transfer open. */
    async pairWalletApp({ app: number, uri }: { app: number; uri: string }) {
      const entry = find(number)
      entry.app.address = await newPayer(chain, give)
      const answer = entry.app.leaveOpen()
      entry.approve = () => answer('approve')
      await entry.app.pair(uri)
    },
    /** Resolves once the transfer has reached the app, which the page cannot see. */
    async askedInWalletApp({ app: number }: { app: number }) {
      const { app } = find(number)
      await app.wasAsked('eth_sendTransaction', app.sent.length + 1)
    },
    /** The owner approves the transfer. */
    async approveInWalletApp({ app: number }: { app: number }) {
      const { app, approve } = find(number)
      const { length } = app.sent
      approve()
      await until('the wallet app to send', () => app.sent.length > length || undefined)
    },
  }
  return {
    answers,
    async end() {
      await Promise.all(apps.map(({ app }) => app.stop()))
      await relay?.then((one) => one.leave())
    },
  }
}
