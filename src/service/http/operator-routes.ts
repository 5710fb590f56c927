import * as z from 'zod/mini'
import { isSupportUrl, keyPrefixPattern } from '../../api/formats.ts'
import { defineRoute, type Route } from '../../api/routes/route.ts'
import { routes } from '../../api/routes/routes.ts'
import { scopes } from '../../api/routes/scope.ts'
import { Charge } from '../../api/schemas/charges/charge.ts'
import { DeliveryStatus, EventType, ListedEvent } from '../../api/schemas/events.ts'
import { ChainId, Time, Timestamp, Uuid, WebUrl } from '../../api/schemas/fields.ts'
import {
  ReceivingWallet,
  StoredReceivingWallet,
  UnderpaymentTolerance,
} from '../../api/schemas/settings.ts'
import { UnmatchedPayment } from '../../api/schemas/unmatched.ts'
import { Shop } from '../../api/schemas/webhook-endpoints.ts'
import { operatorRoute } from '../kernel/operator-route.ts'

// Operations for the operator alone: the commands call these routes, and, below the path of an account, those of the API. They are
// in no public document, and only the operator's app has them.

/** The path of the routes about one account, those of the API too: its id or username. */
export const accountPath = '/accounts/:account'

/** The header of operator calls that apply a setting without the delay. */
export const atOnceHeader = 'pay-charge-at-once'

/** The path of the embedded database's copy, and the header with its description, as encoded JSON. */
export const dumpPath = '/database-dump'
export const dumpHeader = 'pay-charge-dump'

/** A route with the line that `pay-charge call` shows of it. */
const callable = <R extends Route>(summary: string, route: R) => ({ ...route, summary })

/** A name without control characters. */
export const Name = z
  .string()
  .check(z.regex(/^[^\p{Cc}]{0,100}$/u, 'must be a name of at most 100 characters'))

const OperatorAccount = z.object({
  id: Uuid,
  name: z.string(),
  livemode: z.boolean(),
  /** Of a test account, the live one that it belongs to; `''` for a live account. */
  live_account: z.string(),
  username: z.string(),
  brand_color: z.string(),
  brand_logo_url: z.string(),
  organization_name: z.string(),
  support_url: z.string(),
})
/** An account of the relayer, on a chain. Amounts are coins, as decimal text. */
const RelayerAccount = z.object({
  chainId: z.number(),
  account: z.string(),
  balance: z.string(),
  floor: z.string(),
  /** How many transactions it can pay for, each at RELAY_MAX_FEE. */
  transactionsLeft: z.number(),
  /** The nonce that it waits for, so that it takes nothing; absent where its next transaction would be mined soon. */
  blockedBy: z.optional(z.number()),
})

/** A nonce of the relayer that is not final, and the newest transaction for it. */
const RelayTransaction = z.object({
  chainId: z.number(),
  account: z.string(),
  nonce: z.number(),
  /** Of the charge that it pays, and who pays it; '' for a nonce that is only used up. */
  charge: z.string(),
  payer: z.string(),
  /** `unsigned`: no transaction yet; `cancel`: one that only uses up the nonce. */
  kind: z.enum(['unsigned', 'relay', 'cancel']),
  hash: z.string(),
  attempts: z.number(),
  ageSeconds: z.number(),
})

/** The rate of a currency in US dollars, as decimal text, and what its sources say; '' where there is none. */
const OperatorRate = z.object({
  currency: z.string(),
  min: z.number(),
  max: z.number(),
  boundPercent: z.number(),
  rate: z.string(),
  /** Why there is none. */
  refusal: z.string(),
  /** Whether it is because of a step that can be accepted. */
  isWaiting: z.boolean(),
  lastRefusedAt: z.string(),
  sources: z.array(
    z.object({
      source: z.string(),
      rate: z.string(),
      at: z.string(),
      freshUntil: z.string(),
      /** Why the source cannot be used, in words that follow its name. */
      failure: z.string(),
    }),
  ),
})
export type OperatorRate = z.infer<typeof OperatorRate>

export type OperatorAccount = z.infer<typeof OperatorAccount>

/** An account, and its keys for everything and for the merchant's proxy. */
const accountKeys = { id: Uuid, apiKey: z.string(), proxyKey: z.optional(z.string()) }

/** A missing field changes nothing, an empty text removes the value. */
const Profile = z.object({
  color: z.optional(
    z.string().check(z.regex(/^(#[\da-f]{6})?$/i, 'must be a color such as #7c3aed')),
  ),
  logo: z.optional(z.union([z.literal(''), WebUrl], 'must be an http or https URL')),
  name: z.optional(Name),
  supportUrl: z.optional(
    z.string().check(
      z.maxLength(2048, 'must have at most 2048 characters'),
      z.refine(
        (text) => text === '' || isSupportUrl(text),
        'must be an https URL, or mailto: with an e-mail address',
      ),
    ),
  ),
  username: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^((?!0x)[a-z0-9][a-z0-9_-]{1,31})?$/i,
          'must have 2 to 32 letters, digits, - or _, begin with a letter or digit, and not with 0x',
        ),
      ),
  ),
})

const scopeNames = [...scopes, 'proxy'] as const
const NewKey = z.object({
  scopes: z
    .array(
      z.enum(scopeNames, {
        error: ({ input }) =>
          `must be one of ${scopeNames.join(', ')}, not "${String(input).slice(0, 40)}"`,
      }),
    )
    .check(z.minLength(1)),
  name: Name,
  /** The shop of the charges that it creates: webhook endpoints of that shop get their events. */
  shop: z.optional(Shop),
  /** Whether the key is one of the account's test account, which the first such key creates. @default false */
  test: z.optional(z.boolean()),
  /** Days from now such as `90d`, or a time. @default never */
  expires: z.optional(z.string()),
})

/** An api-key as the operator and the desk see it. Times are `''` where there is none. */
export const OperatorKey = z.object({
  prefix: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(scopes)),
  shop: z.string(),
  created: z.string(),
  used: z.string(),
  expires: z.string(),
  revoked: z.string(),
})
export type OperatorKey = z.infer<typeof OperatorKey>

/** A change of a wallet or a webhook that has not taken effect yet. */
export const PendingChange = z.object({
  id: Uuid,
  accountId: Uuid,
  /** The public prefix of the api-key, or `cli`. */
  author: z.string(),
  requestId: z.string(),
  requestedAt: Timestamp,
  effectiveAt: Timestamp,
  setting: z.enum(['wallet', 'tolerance', 'webhook']),
  to: z.union([ReceivingWallet, UnderpaymentTolerance, z.object({ url: z.string() })]),
})
export type PendingChange = z.infer<typeof PendingChange>

const OperatorEvent = z.extend(ListedEvent, { account: Uuid })
export type OperatorEvent = z.infer<typeof OperatorEvent>

const UnreadTransaction = z.object({
  chainId: z.number(),
  hash: z.string(),
  block: z.string(),
  attempts: z.number(),
  error: z.string(),
  since: Timestamp,
  next: Timestamp,
})

const Count = z.object({ count: z.number() })
const BlockNumber = z.string().check(z.regex(/^\d{1,15}$/, "must be a block's number"))

/** The operator's routes that are about no account, or about one that is not known yet. */
export const operatorRoutes = {
  listAccounts: defineRoute({
    ...operatorRoute,
    method: 'GET',
    path: '/accounts',
    reply: z.object({ data: z.array(OperatorAccount) }),
  }),
  /** The reply shows the keys only once. `test`: also creates the account's test account, with separate keys. */
  createAccount: defineRoute({
    ...operatorRoute,
    path: '/accounts',
    body: z.object({
      name: Name,
      proxyKey: z.optional(z.boolean()),
      test: z.optional(z.boolean()),
    }),
    reply: z.object({ ...accountKeys, name: z.string(), test: z.optional(z.object(accountKeys)) }),
  }),
  revokeKey: defineRoute({
    ...operatorRoute,
    path: '/keys/revoke',
    body: z.object({
      key: z
        .string()
        .check(z.regex(keyPrefixPattern, 'must be the prefix of a key, such as pc_0123abcd')),
    }),
    reply: OperatorKey,
  }),
  listPendingChanges: defineRoute({
    ...operatorRoute,
    method: 'GET',
    path: '/setting-changes',
    query: z.object({ account: z.optional(z.string()) }),
    reply: z.object({ data: z.array(PendingChange) }),
  }),
  /**
   * Restarts the delay of changes that were pending at a given time. After restoring a backup of that time: a change that was
   * canceled since then is pending again, and has to be canceled again.
   */
  postponeChanges: defineRoute({
    ...operatorRoute,
    path: '/setting-changes/postpone',
    body: z.object({ pendingAt: Time }),
    reply: Count,
  }),
  listWebhookEvents: callable(
    'List webhook events of all accounts, with their deliveries',
    defineRoute({
      ...operatorRoute,
      method: 'GET',
      path: '/webhook-events',
      query: z.object({
        status: z.optional(DeliveryStatus),
        type: z.optional(EventType),
        limit: z._default(
          z.string().check(z.regex(/^[1-9]\d{0,5}$/, 'must be a whole number from 1 to 999999')),
          '50',
        ),
      }),
      reply: z.object({ data: z.array(OperatorEvent) }),
    }),
  ),
  retryWebhookEvents: callable(
    'Deliver events again now: those with these ids, or all that failed for good',
    defineRoute({
      ...operatorRoute,
      path: '/webhook-events/retry',
      body: z.object({
        ids: z._default(z.array(Uuid), []),
        failed: z._default(z.boolean(), false),
      }),
      reply: Count,
    }),
  ),
  findCharge: callable(
    'Find a charge of any account, by the same texts as its merchant',
    defineRoute({
      ...operatorRoute,
      method: 'GET',
      path: '/charges',
      query: z.object({ name: z.string() }),
      reply: z.object({ account: Uuid, charge: Charge }),
    }),
  ),
  findUnmatched: callable(
    'Find unmatched money, and the account that decides about it',
    defineRoute({
      ...operatorRoute,
      method: 'GET',
      path: '/unmatched-payments',
      query: z.object({ id: Uuid }),
      reply: z.object({ account: Uuid, payment: UnmatchedPayment }),
    }),
  ),
  listUnread: callable(
    'List transactions that were found on a chain but that no node returns',
    defineRoute({
      ...operatorRoute,
      method: 'GET',
      path: '/unread-transactions',
      reply: z.object({ data: z.array(UnreadTransaction) }),
    }),
  ),
  retryUnread: callable(
    'Read those transactions again, after another node was configured',
    defineRoute({
      ...operatorRoute,
      path: '/unread-transactions/retry',
      reply: Count,
    }),
  ),
  getRelayer: callable(
    'Show the accounts that pay the fees of signed transfers, and the transfers in progress',
    defineRoute({
      ...operatorRoute,
      method: 'GET',
      path: '/relayer',
      reply: z.object({
        accounts: z.array(RelayerAccount),
        transactions: z.array(RelayTransaction),
      }),
    }),
  ),
  listRates: defineRoute({
    ...operatorRoute,
    method: 'GET',
    path: '/rates',
    reply: z.object({ data: z.array(OperatorRate) }),
  }),
  /** Uses the rate of one source alone that waits because it has moved too far at once. */
  acceptRate: defineRoute({
    ...operatorRoute,
    path: '/rates/accept',
    body: z.object({
      currency: z.string().check(z.regex(/^[A-Z]{3}$/, 'must be a code such as EUR')),
    }),
    reply: z.object({ currency: z.string(), rate: z.string(), source: z.string() }),
  }),
  rotateReceiptKey: callable(
    'Sign receipts with a new key; withdraw: stop publishing the present one',
    defineRoute({
      ...operatorRoute,
      path: '/receipt-keys/rotate',
      body: z.object({ withdraw: z._default(z.boolean(), false) }),
      reply: z.object({ keyId: z.string() }),
    }),
  ),
  /** Has blocks read again by the process that watches the chain, now or when it starts. */
  requestRescan: defineRoute({
    ...operatorRoute,
    path: '/rescans',
    body: z.object({ chain: ChainId, from: BlockNumber, to: z.optional(BlockNumber) }),
    reply: z.object({}),
  }),
}

/** The operator's routes below the path of an account. */
export const operatorAccountRoutes = {
  /** The API's own route, whose reply to the operator may have warnings. */
  setReceivingWallet: defineRoute({
    ...routes.setReceivingWallet,
    reply: z.extend(StoredReceivingWallet, { warnings: z.optional(z.array(z.string())) }),
  }),
  updateProfile: defineRoute({
    ...operatorRoute,
    path: '/profile',
    body: Profile,
    reply: OperatorAccount,
  }),
  /** The reply shows the key only once. */
  createKey: defineRoute({
    ...operatorRoute,
    path: '/keys',
    body: NewKey,
    reply: z.extend(OperatorKey, { account: Uuid, apiKey: z.string() }),
  }),
  listKeys: defineRoute({
    ...operatorRoute,
    method: 'GET',
    path: '/keys',
    reply: z.object({ data: z.array(OperatorKey) }),
  }),
  cancelSettingChange: defineRoute({
    ...operatorRoute,
    path: '/setting-changes/cancel',
    body: z.object({
      setting: z.enum(['wallet', 'tolerance', 'webhook'], 'must be wallet, tolerance or webhook'),
    }),
    reply: z.object({}),
  }),
}
