import { formatAmount } from '../../../amount.ts'
import { isNative } from '../../../api/formats.ts'
import type { VerifiedBooks } from '../verification-route.ts'

type Difference = VerifiedBooks['differences'][number]
type Destination = VerifiedBooks['chains'][number]['destinations'][number]

/** Returns the lines that report how the books compare with the chains. */
export function formatVerification(result: VerifiedBooks): string[] {
  const { outcome, chains, differences, differenceCount } = result
  const lines = chains.flatMap((chain) => [
    ...chain.destinations.map(
      (destination) => `chain ${chain.chainId}  ${formatDestination(destination, chain.toBlock)}`,
    ),
    ...chain.outgoing.map(({ token, sender, recipient, hash, amount }) => {
      const text = formatUnits(result, chain.chainId, token, sender, amount)
      const to = recipient === '' ? '' : `  to ${recipient}`
      return `chain ${chain.chainId}  outgoing  ${text}  from ${sender}${to}  in ${hash}`
    }),
  ])
  if (lines.length === 0) lines.push('There are no addresses where charges are paid.')
  lines.push(...chains.flatMap(formatCompared))
  if (outcome === 'nothing')
    return [...lines, 'No row of the books lies in these blocks: nothing was compared.']
  if (outcome === 'equal') return [...lines, 'The books equal the chain, to the last unit.']
  const more = differenceCount - differences.length
  return [
    ...lines,
    `The books differ from the chain in ${differenceCount} places:`,
    ...differences.map((difference) => formatDifference(result, difference)),
    ...(more > 0 ? [`and ${more} more.`] : []),
  ]
}

/** Describes the compared part of a chain, and the part not compared yet. */
function formatCompared({ chainId, toBlock, destinations }: VerifiedBooks['chains'][number]) {
  const sum = (name: 'rows' | 'laterRows') =>
    destinations.reduce((total, destination) => total + destination[name], 0)
  const later = destinations
    .filter(({ laterRows }) => laterRows > 0)
    .map(({ symbol, recipient, laterRows }) => `${laterRows} of ${symbol} at ${recipient}`)
  return [
    `chain ${chainId}  ${sum('rows')} rows compared, up to block ${toBlock}`,
    ...(later.length > 0
      ? [
          `chain ${chainId}  ${sum('laterRows')} rows lie in later blocks, whose search is not proved to be complete or confirmed yet: ${later.join(', ')}`,
        ]
      : []),
  ]
}

function formatDestination(destination: Destination, toBlock: string): string {
  const { recipient, symbol, decimals, fromBlock, rows, booked, left, change, token } = destination
  const format = (units: string) => `${formatAmount(BigInt(units), decimals)} ${symbol}`
  const leftText =
    left === null
      ? 'outgoing amount unknown: a contract, or a node without old states'
      : `${format(left)} left otherwise${isNative(token) ? ', with fees' : ''}`
  const changeText =
    change === null
      ? 'the balance was not compared: the node keeps no state of these blocks'
      : `the balance changed by ${format(change)}`
  return `${symbol} at ${recipient}  blocks ${fromBlock} to ${toBlock}: ${rows} rows, ${format(booked)} in all, ${leftText}, ${changeText}`
}

const kindTexts: Record<Difference['kind'], string> = {
  missing: 'no row has this transfer: read its blocks again with `pay-charge rescan`',
  extra: 'no transfer on the chain has this row',
  amount: 'the row has another amount',
  block: 'the row is of another block, or has another time',
  unconfirmed: 'it is recorded, and not confirmed yet',
  balance: 'the balance has changed by another amount',
}

function formatDifference(result: VerifiedBooks, difference: Difference): string {
  const { kind, chainId, token, recipient, hash, position, block, onChain, inBooks } = difference
  const format = (units: string | null) =>
    units === null ? 'nothing' : formatUnits(result, chainId, token, recipient, units)
  const place = [
    `chain ${chainId}`,
    ...(block === null ? [] : [`block ${block}`]),
    ...(hash === '' ? [] : [hash]),
    ...(position === null ? [] : [`position ${position}`]),
    `at ${recipient}`,
  ].join('  ')
  return `${place}: ${kindTexts[kind]}. On the chain: ${format(onChain)}; in the books: ${format(inBooks)}.`
}

/** Returns an amount of a token at one of the destinations. */
function formatUnits(
  { chains }: VerifiedBooks,
  chainId: number,
  token: string,
  recipient: string,
  units: string,
): string {
  const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
  const found = chains
    .filter((chain) => chain.chainId === chainId)
    .flatMap(({ destinations }) => destinations)
    .find((one) => isSame(one.token, token) && isSame(one.recipient, recipient))
  return found
    ? `${formatAmount(BigInt(units), found.decimals)} ${found.symbol}`
    : `${units} base units`
}
