import type { Hono } from 'hono'
import { parseAmount } from '../../../amount.ts'
import { isNative, nativeAddress } from '../../../api/formats.ts'
import { routes } from '../../../api/routes/routes.ts'
import type { NewHidingRule } from '../../../api/schemas/unmatched.ts'
import { PayError } from '../../../errors.ts'
import type { MerchantAccount } from '../../domain/accounts/accounts.ts'
import {
  type HiddenMoney,
  maxHidingRules,
  toHidingRule,
} from '../../domain/unmatched/hiding-rules.ts'
import type { EndpointContext, Env } from '../http/context.ts'
import { registerEndpoint } from '../http/endpoint.ts'
import { createFieldError } from '../http/field-error.ts'

/** Registers /hiding-rules: what an account leaves out of its list of unmatched money. */
export function registerHidingRuleRoutes(app: Hono<Env>, context: EndpointContext): void {
  const { store, chains } = context

  registerEndpoint(app, context, routes.listHidingRules, async ({ account }) => {
    const rules = await store.listHidingRules(account.id)
    return { status: 200, body: { data: rules.map(toHidingRule) } }
  })

  registerEndpoint(app, context, routes.addHidingRule, async ({ account, author, body }) => {
    const money = await readMoney(account, body)
    const rule = await store.addHidingRule(account.id, money, author)
    if (!rule)
      throw new PayError('conflict', `There are ${maxHidingRules} rules already. Remove one first.`)
    return { status: 200, body: toHidingRule(rule) }
  })

  registerEndpoint(app, context, routes.removeHidingRule, async ({ account, author, params }) => {
    const rule = await store.removeHidingRule(account.id, params.uuid, author)
    if (!rule) throw new PayError('not_found', 'There is no such rule.')
    return { status: 200, body: toHidingRule(rule) }
  })

  async function readMoney(account: MerchantAccount, body: NewHidingRule): Promise<HiddenMoney> {
    if ('senderAddress' in body)
      return { kind: 'sender', sender: chains.parseAddress(body.senderAddress, 'senderAddress') }
    const chainId = Number(body.chainId)
    const token = isNative(body.tokenAddress)
      ? nativeAddress
      : chains.parseAddress(body.tokenAddress, 'tokenAddress')
    const decimals = await store.getDecimals(account.id, { chainId, token })
    if (decimals === undefined)
      throw createFieldError('tokenAddress', 'is no token in which the account is paid')
    let below: bigint
    try {
      below = parseAmount(body.amountBelow, decimals)
    } catch (cause) {
      throw createFieldError('amountBelow', PayError.from(cause, 'invalid_amount').message)
    }
    if (below <= 0n || below >= 1n << 256n)
      throw createFieldError('amountBelow', 'must be an amount above 0')
    return { kind: 'dust', chainId, token, below }
  }
}
