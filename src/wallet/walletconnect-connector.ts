import type { CreateConnectorFn } from '@wagmi/core'
import { type Address, type Chain, getAddress, numberToHex } from 'viem'
import { PayError } from '../errors.ts'
import { openRemote, type Remote, type WalletConnectOptions } from './walletconnect-provider.ts'

// Of our own: wagmi's connector would read chains at their public RPC addresses, which the page has not named, and takes
// every failed change of the chain for a refusal.

/** Milliseconds for the relay to hear that a session is over. */
const endLimit = 2000

/** Topics of the sessions whose wallet turned out to lack a chain that was needed. */
export const foundLacking = new Set<string>()

/** The connector for wagmi: the session, as far as there is one. A session is made by pairing. */
export function createWalletConnect(options: WalletConnectOptions): CreateConnectorFn {
  return ({ emitter, chains }) => {
    let heard: Remote | undefined
    const onAccountsChanged = (accounts: string[]) =>
      accounts.length > 0
        ? emitter.emit('change', { accounts: checksummed(accounts) })
        : onDisconnect()
    const onChainChanged = (chainId: string) => emitter.emit('change', { chainId: Number(chainId) })
    const onDisconnect = () => emitter.emit('disconnect')

    async function getProvider(): Promise<Remote> {
      const remote = await openRemote(options)
      if (heard !== remote) {
        heard = remote
        remote.on('accountsChanged', onAccountsChanged)
        remote.on('chainChanged', onChainChanged)
        remote.on('disconnect', onDisconnect)
        // A wallet that takes back the chain that it was on is put on another, so that the page says so.
        remote.events.on('session_update', () => {
          const [first] = chainsOf(remote)
          if (first !== undefined && !chainsOf(remote).includes(remote.chainId))
            void putOn(remote, first)
        })
      }
      return remote
    }
    const getAccounts = async () => checksummed((await getProvider()).accounts)

    return {
      id: 'walletConnect',
      name: 'WalletConnect',
      type: 'walletConnect',
      async connect() {
        const { session, accounts, chainId } = await getProvider()
        if (!session)
          throw new PayError('wallet_failed', 'No wallet is connected by WalletConnect.')
        return { accounts: checksummed(accounts) as never, chainId }
      },
      disconnect: async () => endSession(await getProvider()),
      getAccounts,
      getChainId: async () => (await getProvider()).chainId,
      getProvider,
      isAuthorized: async () => (await getAccounts()).length > 0,
      async switchChain({ chainId }) {
        const remote = await getProvider()
        const chain = chains.find(({ id }) => id === chainId)
        if (chain && chainsOf(remote).includes(chainId)) {
          await putOn(remote, chainId)
          return chain as Chain
        }
        if (remote.session) foundLacking.add(remote.session.topic)
        throw lacking([chainId], { ...options, chains })
      },
      onAccountsChanged,
      onChainChanged,
      onDisconnect,
    }
  }
}

const checksummed = (accounts: readonly string[]): Address[] =>
  accounts.map((one) => getAddress(one))

/** Tells the wallet that the session is over, and forgets it here also where the relay does not answer. */
async function endSession(remote: Remote): Promise<void> {
  const { session, signer } = remote
  if (!session) return
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<'silence'>((resolve) => {
    timer = setTimeout(resolve, endLimit, 'silence')
  })
  const failure = remote.disconnect().then(
    () => undefined,
    (cause: unknown) => cause,
  )
  const left = await Promise.race([failure, silence])
  clearTimeout(timer)
  if (left === undefined) return
  const reason = { code: 6000, message: 'User disconnected.' }
  await signer.client.session.delete(session.topic, reason)
  delete signer.session
}

/** The chains that the wallet has approved. */
export function chainsOf({ session }: Remote): number[] {
  const accounts = Object.values(session?.namespaces ?? {}).flatMap((one) => one.accounts)
  // CAIP-10: eip155:1:0x…
  return accounts
    .map((account) => account.split(':'))
    .filter(([namespace]) => namespace === 'eip155')
    .map(([, id]) => Number(id))
}

/** Asks nobody: with WalletConnect each request names its chain. */
export async function putOn(remote: Remote, chainId: number): Promise<void> {
  const params = [{ chainId: numberToHex(chainId) }]
  await remote.request({ method: 'wallet_switchEthereumChain', params })
}

/** What the payer reads whose wallet has none of some chains. */
export function lacking(chainIds: readonly number[], { chains }: WalletConnectOptions): PayError {
  const names = chainIds.map((id) => chains.find((one) => one.id === id)?.name ?? `chain ${id}`)
  const which = names.length > 3 ? 'any network that this shop takes' : names.join(' or ')
  const text = `Your wallet has connected without ${which}. Turn it on in your wallet and scan a new code, or use another wallet.`
  return new PayError('wallet_failed', text, { retryable: true })
}
