import type { Hono } from 'hono'
import { isNative, nativeAddress } from '../../../api/formats.ts'
import type { Route } from '../../../api/routes/route.ts'
import { routes } from '../../../api/routes/routes.ts'
import { PayError } from '../../../errors.ts'
import type { Author, ReceivingWalletRecord } from '../../domain/accounts/accounts.ts'
import { toAuditEntry } from '../../domain/accounts/audit.ts'
import { describeWallet } from '../../domain/accounts/settings.ts'
import { readChainToken } from '../chain-token.ts'
import type { EndpointContext, Env, ServiceContext } from '../http/context.ts'
import { type EndpointCall, registerEndpoint } from '../http/endpoint.ts'
import { createFieldError } from '../http/field-error.ts'
import { createUnknownCursorError, readListQuery } from '../http/list-query.ts'
import { atOnceHeader } from '../operator-routes.ts'

/**
 * Registers POST /api-keys/receiving-wallet, /api-keys/charge-webhook (interface 4.4, 4.5) with its rotate-secret, and
 * GET /audit-log.
 */
export function registerSettingsRoutes(app: Hono<Env>, context: EndpointContext): void {
  const { store, chains, settingsDelayMs } = context

  registerEndpoint(app, context, routes.setReceivingWallet, async (call) => {
    const { account, author } = call
    const { chainId, walletAddress, tokenAddress } = call.body
    const address = chains.parseAddress(walletAddress, 'walletAddress')
    const token = isNative(tokenAddress)
      ? nativeAddress
      : chains.parseAddress(tokenAddress, 'tokenAddress')
    if (isNative(address) || address === token) {
      throw createFieldError(
        'walletAddress',
        'must be your wallet: money sent to this address is lost',
      )
    }
    const wallet = { address, chainId, token }
    const warnings = await checkToken(context, wallet, author)
    const change = { author, delayMs: readDelayMs(call) }
    const { effectiveAt } = await store.setReceivingWallet(account.id, wallet, change)
    const body = { ...describeWallet(wallet), ...toEffectiveAt(effectiveAt), ...warnings }
    return { status: 200, body }
  })

  registerEndpoint(app, context, routes.setChargeWebhook, async (call) => {
    const { account, author } = call
    const { url } = call.body
    const fault = url === '' ? undefined : context.findReceiverFault(url)
    if (fault !== undefined) throw createFieldError('url', fault)
    const { value, isNew, effectiveAt } = await store.setWebhook(account.id, url, {
      author,
      delayMs: readDelayMs(call),
    })
    const output = isNew && url !== '' ? value : { url }
    return { status: 200, body: { ...output, ...toEffectiveAt(effectiveAt) } }
  })

  registerEndpoint(app, context, routes.rotateWebhookSecret, async ({ account, author }) => {
    const change = { author, delayMs: settingsDelayMs }
    const webhook = await store.rotateWebhookSecret(account.id, change)
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

  /** Returns the milliseconds until a setting takes effect: only the operator may apply it at once. */
  function readDelayMs({ author, header }: Pick<EndpointCall<Route>, 'author' | 'header'>): number {
    return author === 'cli' && header(atOnceHeader) !== undefined ? 0 : settingsDelayMs
  }
}

/**
 * Checks that a wallet's token exists on its chain. The operator, who may have to act while a chain cannot be read, gets a
 * warning instead of that error.
 *
 * @throws PayError `invalid_request`, `chain_unreachable`
 */
async function checkToken(
  context: ServiceContext,
  { chainId, token }: ReceivingWalletRecord,
  author: Author,
): Promise<{ warnings?: string[] }> {
  const isRead = context.chains.ids.includes(chainId)
  const unread = (reason: string) => ({ warnings: [`The token was not checked: ${reason}.`] })
  if (author === 'cli' && !isRead) return unread(`the service reads no node of chain ${chainId}`)
  try {
    await readChainToken(context, chainId, token, { chainId: 'chainId', token: 'tokenAddress' })
    return {}
  } catch (cause) {
    const isUnreachable = cause instanceof PayError && cause.code === 'chain_unreachable'
    if (author !== 'cli' || !isUnreachable) throw cause
    return unread(`chain ${chainId} cannot be read at the moment`)
  }
}

/** Returns the field for a change that takes effect later; none for one that has taken effect. */
function toEffectiveAt(effectiveAt: Date | undefined): { effective_at?: string } {
  return effectiveAt ? { effective_at: effectiveAt.toISOString() } : {}
}
