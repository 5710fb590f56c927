import { type Address, BaseError, type Client, erc20Abi, formatUnits } from 'viem'
import { estimateFeesPerGas, estimateGas, getBalance, readContract } from 'viem/actions'
import { type Call, readCall } from './call.ts'
import { addressRow, plainText, type Question, type Row, shortAddress } from './question.ts'
import type { WantedTransaction } from './transaction.ts'

/** Taken where no estimate can be had, as other wallets do: the payer may want to see it fail. */
const fallbackGas = 300_000n

/** What the sheet asks about a transaction, and the gas it goes out with. */
export interface Inspection {
  question: Question
  gas: bigint
}

interface Token {
  symbol: string
  decimals: number
  /** Base units that the sender has. */
  held: bigint
}

/** Reads from the chain what the payer needs to know before approving. */
export async function inspect(
  client: Client,
  from: Address,
  tx: WantedTransaction,
  network: string,
): Promise<Inspection> {
  const call = readCall(tx)
  const [token, cost, ether] = await Promise.all([
    call.kind === 'token' ? readToken(client, call.token, from) : undefined,
    estimate(client, from, tx),
    getBalance(client, { address: from }),
  ])
  const warnings: string[] = []
  if (call.kind === 'token' && token && token.held < call.amount) {
    warnings.push(`Not enough ${token.symbol}: you have ${format(token.held, token.decimals)}.`)
  }
  if (ether < tx.value + (cost.fee ?? 0n)) {
    warnings.push(
      `You have ${format(ether, 18)} ETH only, too little for this and its network fee.`,
    )
  }
  // A shortage explains a failure better than the node does.
  if (cost.failure && warnings.length === 0) {
    warnings.push(`This is likely to fail: ${plainText(cost.failure, 160)}`)
  }
  const rows = [addressRow('From', from), ...details(call, token), feeRow(cost.fee)]
  const question = {
    ...headline(call, token),
    rows: [...rows, ...reference(call)],
    warnings,
    network,
  }
  return { question, gas: cost.gas }
}

/** Symbol and decimals as the contract tells them; undefined where it is no token. */
export async function readToken(
  client: Client,
  address: Address,
  from: Address,
): Promise<Token | undefined> {
  const contract = { address, abi: erc20Abi }
  try {
    const [symbol, decimals, held] = await Promise.all([
      readContract(client, { ...contract, functionName: 'symbol' }),
      readContract(client, { ...contract, functionName: 'decimals' }),
      readContract(client, { ...contract, functionName: 'balanceOf', args: [from] }),
    ])
    return { symbol: plainText(symbol, 12), decimals, held }
  } catch (cause) {
    // What answers no such questions is no token; a node out of reach fails the whole inspection.
    if (cause instanceof BaseError && cause.name === 'ContractFunctionExecutionError')
      return undefined
    throw cause
  }
}

interface Cost {
  gas: bigint
  /** The most it may cost, in wei; undefined where nobody can tell. */
  fee?: bigint
  failure?: string
}

async function estimate(client: Client, from: Address, tx: WantedTransaction): Promise<Cost> {
  const { to, data, value } = tx
  const fees = await estimateFeesPerGas(client)
  const price = tx.maxFeePerGas ?? fees.maxFeePerGas
  try {
    // Without fees, so that a shortage of ether is told by its own warning.
    const estimated = await estimateGas(client, { account: from, to, data, value })
    const gas = tx.gas ?? estimated
    return { gas, fee: gas * price }
  } catch (cause) {
    if (!(cause instanceof BaseError)) throw cause
    return { gas: tx.gas ?? fallbackGas, failure: cause.shortMessage }
  }
}

function headline(call: Call, token: Token | undefined) {
  if (call.kind === 'native') {
    return { title: 'Send', headline: `${format(call.amount, 18)} ETH`, subline: to(call.to) }
  }
  if (call.kind === 'token' && token) {
    const headline = `${format(call.amount, token.decimals)} ${token.symbol}`
    return { title: 'Send', headline, subline: to(call.to) }
  }
  const target = call.kind === 'token' ? call.token : call.to
  return target
    ? { title: 'Call a contract', headline: 'Unknown call', subline: to(target) }
    : { title: 'Deploy a contract', headline: 'New contract' }
}

function details(call: Call, token: Token | undefined): Row[] {
  if (call.kind === 'native') return [addressRow('To', call.to)]
  if (call.kind === 'token' && token) {
    const surplus = { label: 'Extra data', value: `${call.surplus} bytes` }
    return [
      addressRow('To', call.to),
      addressRow('Token', call.token),
      ...(call.surplus ? [surplus] : []),
    ]
  }
  if (call.kind === 'token') return [addressRow('Contract', call.token)]
  return [
    ...(call.to ? [addressRow('Contract', call.to)] : []),
    { label: 'Function', value: call.data.slice(0, 10) },
    ...(call.value ? [{ label: 'Value', value: `${format(call.value, 18)} ETH` }] : []),
  ]
}

function feeRow(fee: bigint | undefined): Row {
  const label = 'Network fee'
  return { label, value: fee === undefined ? 'unknown' : `at most ${roundedUp(fee)} ETH` }
}

function reference({ reference }: Call): Row[] {
  return reference ? [{ label: 'Reference', value: plainText(reference, 80) }] : []
}

function to(address: Address): string {
  return `to ${shortAddress(address)}`
}

/** Every place, and thousands apart: 1,234.5 */
export function format(amount: bigint, decimals: number): string {
  const [whole = '0', fraction] = formatUnits(amount, decimals).split('.')
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return fraction ? `${grouped}.${fraction}` : grouped
}

/** Wei as ether with six places, rounded up: it is a most. */
function roundedUp(wei: bigint): string {
  const step = 10n ** 12n
  return formatUnits((wei + step - 1n) / step, 6)
}
