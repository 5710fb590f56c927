import assert from 'node:assert/strict'
import type { SignedAuthorization } from '../../../../src/service/chain/types/authorizations.ts'
import type { ChargeRecord, TransferRecord } from '../../../../src/service/charges/records.ts'
import type { RelayRecord } from '../../../../src/service/relayer/records.ts'
import { getValue, toCandidates } from '../../../../src/service/unmatched/candidates.ts'
import { suggestCharges } from '../../../../src/service/unmatched/suggestions.ts'
import { browserPayer, outsider, programs, relayers, thief } from './actors.ts'
import type { createBrowser } from './browser.ts'
import type { Chain } from './chain.ts'
import type { createPrograms } from './programs.ts'
import type { Tables } from './store.ts'

// What must hold in the schedules of the relayer: no account pays a charge twice, no program an order, nobody's money pays a thief's
// order; no authorization that stays valid is lost, no nonce is left unused; a browser whose account was debited shows that, and a
// program is never asked to pay again.

interface Checked {
  chain: Chain
  tables: Tables
  charges: readonly ChargeRecord[]
  /** Ids of the thief's orders. */
  thiefCharges: readonly string[]
}

const isProgram = (from: string) => programs.includes(from)

/** Creates the checks. What happens between two of them is noted, and found by the next one. */
export function createChecks(checked: Checked) {
  const { chain, tables } = checked
  const { relays, slots } = tables
  let broken = ''
  const note = (text: string) => {
    broken ||= text
  }
  return {
    /** The relayer signs a transaction that carries out an authorization. */
    noteSigned({ from, nonce, signature }: SignedAuthorization) {
      const relay = relays.findLast(
        (one) => one.nonce === nonce && one.from === from && one.signature === signature,
      )
      const { payments } = tables.getCharge(relay?.chargeId ?? '')
      if (payments.some(({ payerAddress }) => payerAddress !== from))
        note('a second account was to pay a charge that another one had paid')
      // A node may be behind by two blocks.
      if (chain.isUsed(from, nonce, Number(chain.head()) - 2))
        note('a fee was offered for an authorization that was used')
    },
    /** A program was asked to pay a charge. */
    noteDemand(chargeId: string) {
      const isDebited = chain
        .listDebits()
        .some((debit) => debit.chargeId === chargeId && isProgram(debit.from))
      if (isDebited) note('a program that was debited was asked to pay again')
    },
    always() {
      assert.equal(broken, '', broken)
      checkDebits(checked)
      checkThief(checked)
      const open = relays
        .filter(({ status }) => status === 'RELAYING')
        .map(({ chargeId }) => chargeId)
      assert.equal(new Set(open).size, open.length, 'two authorizations are under way for a charge')
      const taken = slots.map(({ account, nonce }) => `${account} ${nonce}`)
      assert.equal(new Set(taken).size, taken.length, 'two authorizations have one nonce')
    },
    settled() {
      assert.ok(
        slots.every(({ isOpen }) => !isOpen),
        'a nonce waits for ever',
      )
      assert.ok(
        relays.every(({ status }) => status !== 'RELAYING'),
        'an authorization was lost',
      )
    },
    isGivenUp: ({ status, from, nonce, validBefore, chargeId }: RelayRecord) =>
      status === 'FAILED' &&
      validBefore > BigInt(chain.time() + 500) &&
      !chain.isUsed(from, nonce) &&
      tables.getCharge(chargeId).status !== 'COMPLETED',
    isSent({ from, nonce, chargeId }: RelayRecord) {
      assert.ok(
        chain.isUsed(from, nonce) || tables.getCharge(chargeId).status === 'COMPLETED',
        'an authorization that stays valid is not sent',
      )
    },
    ended(browser: ReturnType<typeof createBrowser>) {
      checkBrowser(checked, browser)
      for (const account of relayers) {
        const own = slots.filter((slot) => slot.account === account)
        assert.equal(chain.getNonce(account), own.length, 'a nonce was left unused')
      }
      checkSuggestions(checked)
    },
    /** Each program calls once more. One that was debited reads its receipt, or that the merchant has the money. */
    async answered(agents: ReturnType<typeof createPrograms>) {
      const debits = chain.listDebits()
      for (const { chargeId, from, answer } of await agents.callAgain()) {
        const isDebited = debits.some((debit) => debit.from === from && debit.chargeId === chargeId)
        const isHeld = answer.status === 409 && answer.reason === 'payment_held'
        if (isDebited)
          assert.ok(answer.status === 200 || isHeld, 'a debited program reads something else')
        assert.notEqual(answer.status, 503, 'a program waits for ever')
      }
      assert.equal(broken, '', broken)
    },
  }
}

function checkDebits({ chain }: Checked) {
  // The coins of a thief, and what an outsider pays elsewhere, are for no order of these accounts.
  const debits = chain.listDebits().filter(({ from }) => from !== thief && from !== outsider)
  const debited = debits.map(({ from, chargeId }) => `${from} ${chargeId}`)
  const byPrograms = debits.filter(({ from }) => isProgram(from)).map(({ chargeId }) => chargeId)
  assert.equal(new Set(byPrograms).size, byPrograms.length, 'programs paid an order twice')
  assert.equal(new Set(debited).size, debited.length, 'an account paid a charge twice')
}

/**
 * Nobody's money pays a thief's order. Of an outsider's, what he has handed in first is sent here, for his order: its nonce names
 * none, and this service has never heard of another one (docs/agents.md). Sent by anybody else it pays nothing.
 */
function checkThief({ tables, thiefCharges }: Checked) {
  const ours = new Set(tables.attempts.map(({ hash }) => hash))
  const stolen = thiefCharges
    .flatMap((id) => tables.getCharge(id).payments)
    .filter(({ payerAddress }) => payerAddress !== thief)
    .filter(({ payerAddress, hash }) => payerAddress !== outsider || !ours.has(hash))
  assert.equal(stolen.length, 0, 'the money of another account pays a thief’s order')
}

function checkBrowser({ chain }: Checked, browser: ReturnType<typeof createBrowser>) {
  if (chain.listDebits().some(({ from }) => from === browserPayer))
    assert.equal(browser.step, 'paid', 'a browser whose account was debited says otherwise')
  else if (browser.transfers === 0)
    assert.notEqual(browser.step, 'unknownOutcome', 'a browser waits for what has lapsed')
  assert.equal(browser.untruth, '', browser.untruth)
}

/** Money that was accepted for a charge, and waits for the merchant, is suggested for that charge first. */
function checkSuggestions(checked: Checked) {
  const { tables } = checked
  for (const transfer of tables.listHeld()) {
    const accepted = tables.accepted.find(({ nonce }) => nonce === transfer.authorization)
    if (!accepted) continue
    const [first] = suggest(checked, transfer, accepted.chargeId)
    assert.equal(first?.chargeId, accepted.chargeId, 'a merchant is shown another charge first')
  }
}

/** The merchant’s suggestions for a transfer, by the real rules. */
function suggest({ tables, charges }: Checked, transfer: TransferRecord, acceptedId: string) {
  const ownReferences = transfer.mentionedReferences
  const record = {
    ...{ ...transfer, decimals: 6, symbol: 'USDC', accountId: 'a', isHidden: false, ownReferences },
    shop: '',
  }
  const reported = new Set(tables.money.listReported(transfer.hash))
  const candidates = toCandidates(
    charges.map(({ id }) => ({
      ...{ charge: tables.getCharge(id), isAccepted: id === acceptedId, reservations: [] },
    })),
    record,
    'USD',
    { reported, signed: new Set() },
  )
  const { minedAt } = transfer
  const money = { value: getValue(record), isUsdPegged: true, minedAt, claims: reported.size }
  return suggestCharges(money, candidates).suggestions
}
