import type { Verdict } from './test-wallet.ts'

// Owners of wallets, for `decide` of a TestWallet and of a WalletApp: what a person or a device makes of one method. Whatever else
// is asked is approved.

type Decide = (ask: { method: string }) => Verdict | Promise<Verdict>

/** What hardware wallets answer, as wallets pass it on: https://github.com/LedgerHQ/ledger-live/tree/develop/libs/ledgerjs */
export const hardwareRefusals = {
  locked: { code: -32603, message: 'Ledger device: Locked device (0x5515)' },
  closed: { code: -32603, message: 'Please open the Ethereum app on your Ledger' },
  cancelled: {
    code: 4001,
    message: 'Ledger device: Condition of use not satisfied (denied by the user?) (0x6985)',
  },
  disconnected: { code: -32000, message: 'The device was disconnected' },
} as const satisfies Record<string, Verdict>

/** An owner who leaves a question open until the test answers it. */
export function holdOpen(method: string) {
  const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>()
  const { promise: verdict, resolve: answer } = Promise.withResolvers<Verdict>()
  const decide: Decide = (question) => {
    if (question.method !== method) return 'approve'
    ask()
    return verdict
  }
  return { decide, isAsked, answer }
}

/** An owner whose wallet fails once, and does what it is asked from then on. */
export function failOnce(method: string, verdict: Verdict): Decide {
  let hasFailed = false
  return (question) => {
    if (question.method !== method || hasFailed) return 'approve'
    hasFailed = true
    return verdict
  }
}

/** An owner who takes so many milliseconds for it. */
export const takeTime =
  (method: string, ms: number): Decide =>
  async (question) => {
    if (question.method === method) await new Promise((resolve) => setTimeout(resolve, ms))
    return 'approve' as const
  }
