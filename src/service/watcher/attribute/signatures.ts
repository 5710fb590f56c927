import { createPaymentMessage } from '../../../api/signed-messages.ts'
import { findQuote } from '../../charges/pricing/payment-assets.ts'
import type { ChargeRecord } from '../../charges/records.ts'
import { isPossiblePayer, listPossiblePayers } from '../../payments/payers.ts'
import type { ReportRecord } from '../../payments/reports.ts'
import type { Transfer } from '../../payments/transfers.ts'
import type { WatcherContext } from '../context.ts'

/**
 * Limit of accounts that are asked as contracts about the signature of one report. It counts for each report, and those
 * accounts come first that are most likely to have paid the report's charge.
 */
const maxAccountsAsked = 4

/** A mined transaction whose reports may have signatures. */
interface SignedTransaction {
  chainId: number
  hash: string
  reports: readonly ReportRecord[]
}

/** The charges for which the senders of a transaction's transfers have signed it. */
export interface ReadSignatures {
  /** Returns the ids of the charges for which the sender of a transfer has signed the transaction. */
  getSignedChargeIds(transfer: Transfer): readonly string[]
  /** Ids of reports whose signatures no node has verified yet. They prove nothing so far. */
  unreadReportIds: ReadonlySet<string>
}

/**
 * Reads for which charges the senders of transfers have signed a transaction. Signatures of keys cost no call of a node,
 * however many of them there are; those of contracts a few for each report.
 */
export async function readSignatures(
  context: WatcherContext,
  { chainId, hash, reports }: SignedTransaction,
  charges: readonly ChargeRecord[],
  transfers: readonly Transfer[],
): Promise<ReadSignatures> {
  const signed = new Map<string, string[]>()
  const unreadReportIds = new Set<string>()
  const hasCode = createCodeReader(context, chainId)
  for (const report of reports) {
    const { id, chargeId, token, signature } = report
    const charge = charges.find(({ id }) => id === chargeId)
    const recipient = charge && findQuote(charge, { chainId, token })?.recipient
    if (!charge || recipient === undefined || signature === undefined) continue
    const paid = transfers.filter((transfer) => transfer.recipient === recipient)
    const message = createPaymentMessage({ reference: charge.reference, recipient, chainId, hash })
    const signedReport = { report, charge, message, signature }
    try {
      for (const signer of await findSigners(context, signedReport, paid, hasCode)) {
        const key = toKey(signer, recipient)
        signed.set(key, [...new Set([...(signed.get(key) ?? []), chargeId])])
      }
    } catch (err) {
      // One contract that no node can answer about must not keep the others' transfers from being recorded.
      context.log.warn({ err, chainId, hash }, 'A signature could not be checked yet.')
      unreadReportIds.add(id)
    }
  }
  return {
    getSignedChargeIds: ({ sender, recipient }) => signed.get(toKey(sender, recipient)) ?? [],
    unreadReportIds,
  }
}

/** A report with a signature, its charge, and the text that is signed for it. */
interface SignedReport {
  report: ReportRecord
  charge: ChargeRecord
  message: string
  signature: string
}

/** Returns the possible payers that have signed: the owner of the key, or contracts. */
async function findSigners(
  { chains }: WatcherContext,
  { report, charge, message, signature }: SignedReport,
  paid: readonly Transfer[],
  hasCode: (account: string) => Promise<boolean>,
): Promise<readonly string[]> {
  const { chainId } = report
  const keyOwner = await chains.recoverSigner(message, signature)
  if (keyOwner !== undefined && isPossiblePayer(charge, chainId, paid, keyOwner)) return [keyOwner]
  const signers: string[] = []
  if (!isOpen(report, charge)) return signers
  for (const account of listPossiblePayers(charge, chainId, paid, maxAccountsAsked)) {
    const isSigned =
      (await hasCode(account)) &&
      (await chains.isSignedByContract(chainId, account, message, signature))
    if (isSigned) signers.push(account)
  }
  return signers
}

const toKey = (sender: string, recipient: string) => `${sender} ${recipient}`

/** A contract is asked once about a signature, and again only where the answer has credited something. */
function isOpen({ status, chainId, hash }: ReportRecord, { payments }: ChargeRecord): boolean {
  return (
    status === 'WAITING' ||
    payments.some((payment) => payment.hash === hash && payment.chainId === chainId)
  )
}

/** Creates a function that asks once about each account. */
function createCodeReader({ chains }: WatcherContext, chainId: number) {
  const known = new Map<string, Promise<boolean>>()
  return (account: string): Promise<boolean> => {
    const answer = known.get(account) ?? chains.hasCode(chainId, account)
    known.set(account, answer)
    return answer
  }
}
