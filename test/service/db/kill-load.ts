import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Address, parseUnits } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAddress } from 'viem/accounts'
import { createPaymentMessage } from '../../../src/api/signed-messages.ts'
import { PayError } from '../../../src/errors.ts'
import { computeReference } from '../../../src/service/kernel/reference.ts'
import { chainId, clientOf, type Harness } from '../../support/harness.ts'
import { transferCall } from '../../support/local-chain.ts'
import { chargeBody, suffixOf } from '../../support/paying.ts'
import { until } from '../../support/wait.ts'

/** Milliseconds for a call to get through in the end: the service lives shortly, and starts slowly at times. */
export const patience = 180_000

/** What a service under load acknowledged, and what was sent on the chain. */
export interface Ledger {
  /** Price of each charge. */
  charges: Map<string, string>
  /** Charge of each hash that was reported. */
  reported: Map<string, string>
  /** Charge of every transfer that was sent. */
  sent: Map<string, string>
  wallets: { address: Address; acknowledged: boolean }[]
  /** Reference of each request; '' for one that was found or created. */
  requests: Map<string, string>
}

/** Calls from all sides, until told to stop; `done` rejects at once when one is answered as it must not be. */
export interface Load {
  ledger: Ledger
  done: Promise<unknown>
  stop(): void
}

interface Job extends Omit<Load, 'done'> {
  harness: Harness
  recipient: Address
  isWorking(): boolean
}

/** Starts shops that make charges and pay them, one for each payer, and backends that make requests and settings. */
export function startLoad(
  harness: Harness,
  recipient: Address,
  payers: readonly PrivateKeyAccount[],
): Load {
  let working = true
  const ledger: Ledger = {
    charges: new Map(),
    reported: new Map(),
    sent: new Map(),
    wallets: [],
    requests: new Map(),
  }
  const stop = () => {
    working = false
  }
  const job: Job = { harness, recipient, ledger, stop, isWorking: () => working }
  const work = [...payers.map((payer) => shop(job, payer)), settle(job), request(job)]
  return { ledger, stop, done: Promise.all(work) }
}

/** Makes charges and pays them, one after the other: named and found, reported or not, or signed for. */
async function shop(
  { harness, recipient, ledger, isWorking }: Job,
  payer: PrivateKeyAccount,
): Promise<void> {
  const { address: token } = harness.chain.token('DUSD')
  while (isWorking()) {
    const amount = `${1 + Math.floor(Math.random() * 900)}.25`
    const made = await clientOf(harness)
      .createCharge(
        chargeBody(
          harness,
          { recipientAddress: recipient, tokenAddress: token },
          { local_price: { amount } },
        ),
      )
      .catch(cutOff)
    if (!made) continue
    ledger.charges.set(made.id, amount)
    const named = Math.random() < 0.7
    const data = transferCall(recipient, parseUnits(amount, 6), named ? suffixOf(made.id) : '0x')
    const hash = await harness.chain.client.sendTransaction({
      account: payer,
      to: token,
      data,
      gas: 200_000n,
    })
    ledger.sent.set(hash, made.id)
    if (named && Math.random() < 0.5) continue
    // What names nobody is proved by the payer's word.
    const reference = computeReference(made.id)
    const message = createPaymentMessage({ reference, recipient, chainId, hash })
    const signature = named ? undefined : await payer.signMessage({ message })
    const payment = { hash, chainId: `${chainId}`, tokenAddress: token, signature }
    const answer = await persist(() => clientOf(harness).addPayment(made.id, payment))
    // Heard before it was cut off, or found before it was reported: then it is this charge's already.
    if (answer instanceof PayError) assert.deepEqual(answer.details, { chargeUuid: made.id })
    ledger.reported.set(hash, made.id)
  }
}

/** Changes the receiving wallet again and again. */
async function settle({ harness, ledger: { wallets }, isWorking }: Job): Promise<void> {
  const tokenAddress = harness.chain.dusd
  while (isWorking()) {
    const walletAddress = privateKeyToAddress(generatePrivateKey())
    const setting = { address: walletAddress, acknowledged: false }
    wallets.push(setting)
    const wallet = { walletAddress, chainId, tokenAddress }
    setting.acknowledged = !!(await clientOf(harness).setReceivingWallet(wallet).catch(cutOff))
    await sleep(20)
  }
}

/** Makes payment requests, and finds or creates others. */
async function request({ harness, recipient, ledger, isWorking }: Job): Promise<void> {
  for (let count = 1; isWorking(); count += 1) {
    const reference = `request ${count}`
    const made = await clientOf(harness)
      .createRequest({ recipientAddress: recipient, reference })
      .catch(cutOff)
    if (made) ledger.requests.set(made.uuid, reference)
    const tokenAmount = `${count}`
    const query = { recipient, tokenAmount }
    const found = await clientOf(harness).findRequest(query).catch(cutOff)
    if (found) ledger.requests.set(found.request.uuid, '')
    await sleep(20)
  }
}

/** Repeats a call over the service's deaths until it is answered, and gives what it says, or the error it was refused with. */
async function persist<T>(what: () => Promise<T>): Promise<T | PayError> {
  let last: unknown
  const ask = async () => {
    try {
      return await what()
    } catch (error) {
      last = error
      // A call that was cut off may have been heard or not; one that is refused was heard.
      return error instanceof PayError && error.status === 409 ? error : cutOff(error)
    }
  }
  try {
    return await until('an answer', ask, patience)
  } catch (cause) {
    throw new Error('A call never got through.', { cause: last ?? cause })
  }
}

/** Undefined for a call that a kill cut off; anything else is a fault. */
function cutOff(error: unknown): undefined {
  if (error instanceof PayError && (error.code === 'offline' || error.status === 503)) return
  throw error
}
