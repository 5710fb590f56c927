import type { Hono } from 'hono'
import { isNative, nativeAddress } from '../../../api/formats.ts'
import { routes } from '../../../api/routes/routes.ts'
import { PayError } from '../../../errors.ts'
import { toAuditEntry } from '../../domain/accounts/audit.ts'
import { describeWallet } from '../../domain/accounts/settings.ts'
import { readChainToken } from '../chain-token.ts'
import type { Env, ServiceContext } from '../http/context.ts'
import { registerEndpoint } from '../http/endpoint.ts'
import { createFieldError } from '../http/field-error.ts'
import { createUnknownCursorError, readListQuery } from '../http/list-query.ts'

/**
 * Registers POST /api-keys/receiving-wallet, /api-keys/charge-webhook (interface 4.4, 4.5) with its rotate-secret, and
 * GET /audit-log.
 */
export function registerSettingsRoutes(app: Hono<Env>, context: ServiceContext): void {
  const { store, chains, settingsDelayMs: delayMs } = context

  registerEndpoint(app, context, routes.setReceivingWallet, async ({ account, author, body }) => {
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
    const wallet = { address, chainId, token }
    const { effectiveAt } = await store.setReceivingWallet(account.id, wallet, { author, delayMs })
    return { status: 200, body: { ...describeWallet(wallet), ...toEffectiveAt(effectiveAt) } }
  })

  registerEndpoint(app, context, routes.setChargeWebhook, async ({ account, author, body }) => {
    const { url } = body
    const fault = url === '' ? undefined : context.findReceiverFault(url)
    if (fault !== undefined) throw createFieldError('url', fault)
    const { value, isNew, effectiveAt } = await store.setWebhook(account.id, url, {
      author,
      delayMs,
    })
    const output = isNew && url !== '' ? value : { url }
    return { status: 200, body: { ...output, ...toEffectiveAt(effectiveAt) } }
  })

  registerEndpoint(app, context, routes.rotateWebhookSecret, async ({ account, author }) => {
    const webhook = await store.rotateWebhookSecret(account.id, { author, delayMs })
    if (webhook) return { status: 200, body: webhook }
    throw new PayError('not_found', 'There is no webhook yet. Set one: the reply shows its secret.')
  })

  registerEndpoint(app, context, routes.listAuditLog, async ({ account, query }) => {
    const { limit, cursor } = readListQuery(query)
    const page = await store.listAuditLog(account.id, { limit, cursor })
    if (!page) throw createUnknownCursorError(query)
    const data = page.entries.map(toAuditEntry)
    return { status: 200, body: { data, pagination: { has_more: page.hasMore } } }
  })
}

/** Returns the field for a change that takes effect later; none for one that has taken effect. */
function toEffectiveAt(effectiveAt: Date | undefined): { effective_at?: string } {
  return effectiveAt ? { effective_at: effectiveAt.toISOString() } : {}
}
