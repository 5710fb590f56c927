import { pino } from 'pino'
import { formatAmount } from '../../amount.ts'
import { nativeAddress } from '../../api/formats.ts'
import { openChains } from '../app/roles/chains.ts'
import { openSigner } from '../app/roles/relayer.ts'
import type { ServiceSettings } from '../app/settings.ts'
import type { Chains } from '../chain/types/chains.ts'
import { typicalRelayBytes } from '../relayer/fees.ts'
import type { RelaySigner } from '../relayer/records.ts'
import type { Report } from './doctor-report.ts'

/** Gas of an ordinary relay. */
const usualGas = 100_000n
/** Of the transaction that a signer is asked for: no account ever gets there, so that it can never be mined. */
const probeNonce = Number.MAX_SAFE_INTEGER
const format = (wei: bigint) => formatAmount(wei, 18)

/** Checks the relayer's keys, its native currency, the tokens and the nodes' fees. Sends nothing. */
export async function checkRelayer(settings: ServiceSettings, report: Report): Promise<void> {
  const signer = await openSigner(settings)
  if (!signer) return
  const chainIds = [...settings.relayMaxFees.keys()].filter((id) => settings.rpcUrls.has(id))
  if (chainIds.length === 0)
    report('warning', 'relayer', 'RELAY_MAX_FEE names no chain of CHAIN_RPC_URLS: nothing is sent.')
  const chains = await openChains(settings, pino({ enabled: false }))
  const [firstChain = 1] = chainIds
  await checkSigner(signer, firstChain, report)
  for (const chainId of chainIds) {
    const subject = `relayer on chain ${chainId}`
    try {
      for (const account of signer.accounts)
        await checkBalance(chains, settings, chainId, account, report)
      await checkFees(chains, settings, chainId, report)
      await checkTokens(chains, chainId, report)
    } catch (cause) {
      report('failed', subject, (cause as Error).message)
    }
  }
}

/** Has each account sign a transaction that cannot be mined. */
async function checkSigner(signer: RelaySigner, chainId: number, report: Report): Promise<void> {
  const fees = { maxFeePerGas: 1n, maxPriorityFeePerGas: 0n }
  for (const account of signer.accounts)
    await signer
      .sign({
        chainId,
        account,
        nonce: probeNonce,
        gas: 21_000n,
        fees,
        authorization: undefined,
      })
      .then(
        () => report('ok', 'relayer', `it signs for ${account}`),
        (cause: Error) =>
          report('failed', 'relayer', `it does not sign for ${account}: ${cause.message}`),
      )
}

async function checkBalance(
  chains: Chains,
  { relayMaxFees, relayMinBalances }: ServiceSettings,
  chainId: number,
  account: string,
  report: Report,
): Promise<void> {
  const subject = `relayer on chain ${chainId}`
  const head = await chains.getBlockNumber(chainId)
  const balance = (await chains.getBalance(chainId, account, head)) ?? 0n
  const needed = (relayMinBalances.get(chainId) ?? 0n) + (relayMaxFees.get(chainId) ?? 0n)
  if (balance < needed)
    report(
      'failed',
      subject,
      `${account} has ${format(balance)} coins. It sends nothing below ${format(needed)}: see RELAY_MAX_FEE.`,
    )
  else report('ok', subject, `${account} has ${format(balance)} coins`)
}

async function checkFees(
  chains: Chains,
  { relayMaxFees, relayFee }: ServiceSettings,
  chainId: number,
  report: Report,
): Promise<void> {
  const subject = `relayer on chain ${chainId}`
  const [fees, dataFee] = await Promise.all([
    chains.getFees(chainId),
    chains.getDataFee(chainId, typicalRelayBytes),
  ])
  const cost = usualGas * fees.maxFeePerGas + dataFee
  const limit = relayMaxFees.get(chainId) ?? 0n
  if (cost > limit)
    report(
      'failed',
      subject,
      `a transaction may cost ${format(cost)} coins now, which is above RELAY_MAX_FEE (${format(limit)}): nothing is sent.`,
    )
  else report('ok', subject, `a transaction may cost ${format(cost)} coins of ${format(limit)} now`)
  if (relayFee !== 'estimated') return
  const rate = await chains.getRate(chainId, nativeAddress)
  if (rate) report('ok', subject, 'the coin has a price for RELAY_FEE')
  else
    report(
      'failed',
      subject,
      'RELAY_FEE is estimated, and PRICE_FEEDS has none for the coin: nothing is offered.',
    )
}

async function checkTokens(chains: Chains, chainId: number, report: Report): Promise<void> {
  const subject = `relayer on chain ${chainId}`
  const names: string[] = []
  for (const token of chains.listKnownTokens(chainId)) {
    const domain = await chains.getAuthorizationDomain(chainId, token)
    if (domain) names.push(`${domain.name} ${token}`)
  }
  if (names.length === 0)
    report(
      'failed',
      subject,
      'no known token accepts signed transfers (EIP-3009): nothing is offered.',
    )
  else report('ok', subject, `tokens: ${names.join(', ')}`)
}
