import { performance } from 'node:perf_hooks'
import { parseUnits } from 'viem'
import { createDatabase } from '../support/database.ts'
import { chainEnvironment, wallet } from '../support/harness.ts'
import { type LocalChain, startLocalChain, transferCall } from '../support/local-chain.ts'
import { suffixOf } from '../support/paying.ts'
import { createAccount, startServiceProcess } from '../support/service.ts'
import { until } from '../support/wait.ts'
import { drive, send, width } from './http.ts'
import { benchEnvironment, round } from './service.ts'
import { newCharge, type Payable } from './writes.ts'

const chainCount = 16
/** Charges that are paid on each chain, all in one block. */
const paidPerChain = 500
/** The id of the first chain; the others follow. */
const firstChainId = 41_000

/**
 * Payments credited a second, on many chains at once, by one process: from the moment at which their blocks are mined
 * until each is completed. Nobody reports them.
 */
export async function benchCredits(serverUrl: string): Promise<void> {
  const database = await createDatabase(serverUrl)
  const chains: LocalChain[] = []
  try {
    for (let index = 0; index < chainCount; index += 1)
      chains.push(await startLocalChain(firstChainId + index))
    const [first] = chains
    if (!first) throw new Error('There is no chain to be paid on.')
    const environment = { ...benchEnvironment(database.url, first), ...chainEnvironment(...chains) }
    const { apiKey } = await createAccount(environment)
    const service = await startServiceProcess(environment)
    const places = chains.map((chain) => ({ apiKey, chain, baseUrl: () => service.baseUrl }))
    for (const place of places) await payUnmined(place)
    const start = performance.now()
    await Promise.all(chains.map(({ client }) => client.mine({ blocks: 1 })))
    const count = chainCount * paidPerChain
    const url = `${service.baseUrl}/charges?status=COMPLETED&limit=1`
    await until(
      'every payment to be credited',
      async () => {
        const { pagination } = await send<{ pagination: { total: number } }>({ url, apiKey })
        return pagination.total >= count || undefined
      },
      120_000,
    )
    const perSecond = (count * 1000) / (performance.now() - start)
    console.log(
      `credited                ${round(perSecond)} a second, by one process, on ${chainCount} chains with a block of ${paidPerChain} payments each`,
    )
    await service.end()
  } finally {
    for (const chain of chains) await chain.stop()
    await database.remove()
  }
}

/** Makes charges and sends the chain their transfers, for a block to come. */
async function payUnmined(place: Payable): Promise<void> {
  const { client, token } = place.chain
  const ids: string[] = []
  let left = paidPerChain
  await drive(width, () =>
    left-- > 0 ? async () => void ids.push(await newCharge(place)) : undefined,
  )
  let nonce = await client.getTransactionCount({ address: client.account.address })
  const { address: to } = token('DUSD')
  await client.setAutomine(false)
  for (const id of ids) {
    const data = transferCall(wallet, parseUnits('5', 6), suffixOf(id))
    await client.sendTransaction({ to, data, nonce: nonce++, gas: 100_000n })
  }
}
