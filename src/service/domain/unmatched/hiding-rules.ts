import { formatAmount } from '../../../amount.ts'
import type { HidingRule } from '../../../api/schemas/unmatched.ts'
import type { Author } from '../accounts/accounts.ts'
import type { Address } from '../chain/address.ts'

/** What an account leaves out of its list of unmatched money. It decides about nothing else. */
export type HiddenMoney =
  /** Everything that an account has sent. */
  | { kind: 'sender'; sender: Address }
  /** What is less than so many base units of a token. */
  | { kind: 'dust'; chainId: number; token: Address; below: bigint }

/** A hiding rule of an account. */
export interface HidingRuleRecord {
  id: string
  money: HiddenMoney
  /** Of the token; 0 for a sender. */
  decimals: number
  createdAt: Date
}

/** How many rules an account has at most: each is compared with every unmatched transfer that is listed. */
export const maxHidingRules = 100

/** Hiding rules of accounts. */
export interface HidingRuleStore {
  /** Returns the rules of an account, newest first. */
  listHidingRules(accountId: string): Promise<HidingRuleRecord[]>
  /**
   * Adds a rule, or returns the same one; the audit log records it. Undefined where the account has as many as it may have.
   */
  addHidingRule(
    accountId: string,
    money: HiddenMoney,
    author: Author,
  ): Promise<HidingRuleRecord | undefined>
  /** Removes a rule and returns it; the audit log records it. Undefined where the account has no such rule. */
  removeHidingRule(
    accountId: string,
    id: string,
    author: Author,
  ): Promise<HidingRuleRecord | undefined>
  /** Returns the decimals of a token in which an account's charges are paid; undefined for another one. */
  getDecimals(
    accountId: string,
    asset: { chainId: number; token: Address },
  ): Promise<number | undefined>
}

/** Returns a rule in the form of the interface. */
export function toHidingRule({ id, money, decimals, createdAt }: HidingRuleRecord): HidingRule {
  const rule = { uuid: id, createdAt: createdAt.toISOString() }
  if (money.kind === 'sender')
    return { ...rule, senderAddress: money.sender, chainId: '', tokenAddress: '', amountBelow: '' }
  return {
    ...rule,
    senderAddress: '',
    chainId: String(money.chainId),
    tokenAddress: money.token,
    amountBelow: formatAmount(money.below, decimals),
  }
}
