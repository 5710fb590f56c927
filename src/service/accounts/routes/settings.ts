import type { Hono } from 'hono'
import { isNative, nativeAddress } from '../../../api/formats.ts'
import { routes } from '../../../api/routes/routes.ts'
import { PayError } from '../../../errors.ts'
import { findLossReason } from '../../chain/rules/lost.ts'
import { checkChainMode } from '../../chain/rules/modes.ts'
import { readChainToken } from '../../http/chain-token.ts'
import type { EndpointContext, Env, ServiceContext } from '../../http/context.ts'
import { registerEndpoint } from '../../http/endpoint.ts'
import { createFieldError } from '../../http/field-error.ts'
import { createUnknownCursorError, readListQuery } from '../../http/list-query.ts'
import type { Author, ReceivingWalletRecord } from '../accounts.ts'
import { toAuditEntry } from '../audit.ts'
import { describeWallet } from '../settings.ts'
import type { AuditStore } from '../store/audit.ts'
import type { ModeStore } from '../store/modes.ts'
import type { SettingStore } from '../store/settings.ts'
import { describeTolerance, readTolerance } from '../tolerance.ts'
import { readDelayMs, toEffectiveAt } from './setting-delay.ts'

/** The stores that these routes use. */
type Stores = AuditStore & ModeStore & SettingStore

/**
 * Registers POST /api-keys/receiving-wallet (interface 4.4), POST /api-keys/underpayment-tolerance and GET /audit-log.
 */
export function registerSettingsRoutes(app: Hono<Env>, context: EndpointContext<Stores>): void {
  const { store, chains } = context

  registerEndpoint(app, context, routes.setReceivingWallet, async (call) => {
    const { account, author } = call
    const { chainId, walletAddress, tokenAddress } = call.body
    const address = chains.parseAddress(walletAddress, 'walletAddress')
    const token = isNative(tokenAddress)
      ? nativeAddress
      : chains.parseAddress(tokenAddress, 'tokenAddress')
    const loss = findLossReason(address, [token])
    if (loss !== undefined) throw createFieldError('walletAddress', loss)
    checkChainMode(account, chainId, chains.isTestChain, 'chainId')
    const wallet = { address, chainId, token }
    const warnings = await checkToken(context, wallet, author)
    const change = { author, delayMs: readDelayMs(call, context) }
    const { effectiveAt } = await store.setReceivingWallet(account.id, wallet, change)
    const body = { ...describeWallet(wallet), ...toEffectiveAt(effectiveAt), ...warnings }
    return { status: 200, body }
  })

  registerEndpoint(app, context, routes.setUnderpaymentTolerance, async (call) => {
    const { account, author, body } = call
    const tolerance = readTolerance(body)
    const change = { author, delayMs: readDelayMs(call, context) }
    const { effectiveAt } = await store.setTolerance(account.id, tolerance, change)
    const reply = { ...describeTolerance(tolerance), ...toEffectiveAt(effectiveAt) }
    return { status: 200, body: reply }
  })

  registerEndpoint(app, context, routes.listAuditLog, async ({ account, query }) => {
    const { limit, cursor } = readListQuery(query)
    const page = await store.listAuditLog(account.id, { limit, cursor })
    if (!page) throw createUnknownCursorError(query)
    const data = page.entries.map(toAuditEntry)
    return { status: 200, body: { data, pagination: { has_more: page.hasMore } } }
  })
}

/**
 * Checks that a wallet's token exists on its chain. The operator, who may have to act while a chain cannot be read, gets a
 * warning instead of that error.
 *
 * @throws PayError `invalid_request`, `chain_unreachable`
 */
async function checkToken(
  context: ServiceContext<Stores>,
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
