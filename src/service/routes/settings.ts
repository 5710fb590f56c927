import type { Hono } from 'hono'
import { isNative, nativeAddress } from '../../api/fields.ts'
import { routes } from '../../api/routes.ts'
import { PayError } from '../../errors.ts'
import type { Env, ServiceContext } from './context.ts'
import { endpoint } from './endpoint.ts'
import { tokenAt } from './resolve.ts'
import { invalid } from './validate.ts'

/** POST /api-keys/receiving-wallet and /api-keys/charge-webhook (interface 4.4, 4.5), and the latter's new secret. */
export function settingsRoutes(app: Hono<Env>, context: ServiceContext): void {
  const { store, chains } = context

  endpoint(app, context, routes.setReceivingWallet, async ({ account, body }) => {
    const { chainId } = body
    const address = chains.address(body.walletAddress, 'walletAddress')
    const token = isNative(body.tokenAddress)
      ? nativeAddress
      : chains.address(body.tokenAddress, 'tokenAddress')
    if (isNative(address) || address === token) {
      throw invalid('walletAddress', 'must be your wallet: money sent to this address is lost')
    }
    await tokenAt(context, chainId, token, { chainId: 'chainId', token: 'tokenAddress' })
    await store.setWallet(account.id, { address, chainId, token })
    return { status: 200, body: { walletAddress: address, chainId, tokenAddress: token } }
  })

  endpoint(app, context, routes.setChargeWebhook, async ({ account, body }) => {
    const { url } = body
    // Parsers drop tabs and line breaks, and trim (URL Standard 4.1); what is called shall be what was said.
    if (/[\p{Cc} ]/u.test(url)) {
      throw invalid('url', 'must be a URL without blanks and control characters')
    }
    const { username, password } = new URL(url)
    if (username || password) {
      throw invalid('url', 'must have no user name or password: calls are signed with the secret')
    }
    const set = await store.setWebhook(account.id, url)
    return { status: 200, body: set ?? { url } }
  })

  endpoint(app, context, routes.rotateWebhookSecret, async ({ account }) => {
    const set = await store.rotateWebhookSecret(account.id)
    if (set) return { status: 200, body: set }
    throw new PayError('not_found', 'There is no webhook yet: set one, and it comes with a secret.')
  })
}
