import type { Hono } from 'hono'
import { routes } from '../../api/routes/routes.ts'
import { isNative, nativeAddress } from '../../api/schemas/fields.ts'
import { PayError } from '../../errors.ts'
import type { Env, ServiceContext } from './context.ts'
import { registerEndpoint } from './endpoint.ts'
import { readChainToken } from './resolve.ts'
import { createFieldError } from './validate.ts'

/** Registers POST /api-keys/receiving-wallet, /api-keys/charge-webhook (interface 4.4, 4.5), and its rotate-secret. */
export function registerSettingsRoutes(app: Hono<Env>, context: ServiceContext): void {
  const { store, chains } = context

  registerEndpoint(app, context, routes.setReceivingWallet, async ({ account, body }) => {
    const { chainId } = body
    const address = chains.parseAddress(body.walletAddress, 'walletAddress')
    const token = isNative(body.tokenAddress)
      ? nativeAddress
      : chains.parseAddress(body.tokenAddress, 'tokenAddress')
    if (isNative(address) || address === token) {
      throw createFieldError(
        'walletAddress',
        'must be your wallet: money sent to this address is lost',
      )
    }
    await readChainToken(context, chainId, token, { chainId: 'chainId', token: 'tokenAddress' })
    await store.setReceivingWallet(account.id, { address, chainId, token })
    return { status: 200, body: { walletAddress: address, chainId, tokenAddress: token } }
  })

  registerEndpoint(app, context, routes.setChargeWebhook, async ({ account, body }) => {
    const { url } = body
    // URL parsers remove tabs and line breaks, and trim (URL Standard 4.1). The URL that is called must be the one
    // given.
    if (/[\p{Cc} ]/u.test(url)) {
      throw createFieldError('url', 'must be a URL without spaces or control characters')
    }
    const { username, password } = new URL(url)
    if (username || password) {
      throw createFieldError(
        'url',
        'must have no user name or password: calls are signed with the secret',
      )
    }
    const set = await store.setWebhook(account.id, url)
    return { status: 200, body: set ?? { url } }
  })

  registerEndpoint(app, context, routes.rotateWebhookSecret, async ({ account }) => {
    const set = await store.rotateWebhookSecret(account.id)
    if (set) return { status: 200, body: set }
    throw new PayError('not_found', 'There is no webhook yet. Set one: the reply shows its secret.')
  })
}
