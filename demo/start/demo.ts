import { existsSync } from 'node:fs'
import { type Client, createClient } from '../../src/api/client/client.ts'
import { PayError } from '../../src/errors.ts'
import { demoAccount, demoKey, roles } from '../chain/accounts.ts'
import { localHosts } from '../shop/local-hosts.ts'
import { createProtection } from '../shop/protection.ts'
import { startShop } from '../shop/server.ts'
import { openAccount } from './account.ts'
import { browserAssets } from './build.ts'
import { type DemoChain, startChain } from './chain.ts'
import type { DemoFolder } from './folder.ts'
import { monthDays } from './month/plan.ts'
import { playMonth } from './month/run.ts'
import type { Parts } from './parts.ts'
import { startService } from './service.ts'
import type { DemoSettings } from './settings.ts'

/** Where the parts are. */
export interface RunningDemo {
  shop: string
  service: string
  /** Opens the desk of the service. */
  deskKey: string
  chain: string
}

/** The shop's name, at the service too. */
const shopName = 'Field & Kiln'
/** Where the shop's money goes. */
const merchantIndex = 5
const merchant = demoAccount(merchantIndex).address
/** Blocks that make a payment final: the one it is mined in, and one more. */
const confirmations = 2

/** Starts chain, service and shop. Whatever fails, `parts` has all that has to be stopped. */
export async function startDemo(
  { ports, month }: DemoSettings,
  folder: DemoFolder,
  parts: Parts,
): Promise<RunningDemo> {
  // Only where there is nothing yet: a month lies before all that happens on a chain and in a database.
  const isNew = !existsSync(folder.chainState) && !existsSync(folder.serviceData)
  const startsAt = month && isNew ? new Date(Date.now() - monthDays * 86_400_000) : undefined
  const first = [openBooks(ports.CHAIN_PORT, folder, parts, startsAt), browserAssets()] as const
  // All of them to their end, also where one fails: an account half made would spoil the database.
  await Promise.allSettled(first)
  const [{ chain, account }, assets] = await Promise.all(first)
  const environment = serviceEnvironment(ports.SERVICE_PORT, folder, chain)
  const service = await parts.add(await startService(environment, folder.serviceLog))
  const createAccountClient = (apiKey: string) =>
    createClient({ baseUrl: service.url, apiKey, retries: 1 })
  await setWallet(createAccountClient(account.apiKey), chain, folder)
  const { proxyKey } = account
  const till = { chainId: chain.id, tokens: chain.tokens }
  const shop = await startShop({
    protection: await createProtection(assets, merchant, till),
    port: ports.SHOP_PORT,
    service: { url: service.url, apiKey: proxyKey, client: createAccountClient(proxyKey) },
    chain,
    assets,
    ordersFile: folder.orders,
  })
  await parts.add(shop)
  const { deskKey } = account
  return { shop: shop.origin, service: service.url, deskKey, chain: chain.rpcUrl }
}

/** Starts the chain, opens the shop's account, and plays the month before today on both of them. */
async function openBooks(port: number, folder: DemoFolder, parts: Parts, startsAt?: Date) {
  const first = [
    startChain(port, folder.chainState, parts, startsAt),
    openAccount(folder, shopName),
  ] as const
  await Promise.allSettled(first)
  const [chain, account] = await Promise.all(first)
  if (!startsAt) return { chain, account }
  console.log('  Playing a month of orders, once …')
  const complaint = await playMonth(
    {
      dataDir: folder.serviceData,
      apiKey: account.apiKey,
      chainId: chain.id,
      rpcUrl: chain.rpcUrl,
      tokens: chain.tokens,
      confirmations,
      merchant: merchantIndex,
    },
    parts,
  )
  if (complaint) console.log(`  The month before today could not be played. ${complaint}`)
  return { chain, account }
}

function serviceEnvironment(port: number, folder: DemoFolder, { id, rpcUrl, tokens }: DemoChain) {
  const priced = tokens.map((token) => ({ chainId: id, ...token, peg: 'USD' }))
  return {
    SERVICE_PORT: String(port),
    DATA_DIR: folder.serviceData,
    // A chain that was started anew has its tokens at other addresses, and the demo shall not wait a day for them.
    SETTINGS_DELAY_HOURS: '0',
    // A store that somebody writes beside the demo listens on this machine.
    WEBHOOK_ALLOW_PRIVATE: 'on',
    ALLOWED_HOSTS: localHosts.join(),
    CHAIN_RPC_URLS: JSON.stringify({ [id]: rpcUrl }),
    CONFIRMATIONS: JSON.stringify({ [id]: confirmations }),
    TOKENS: JSON.stringify(priced),
    // Pays the network's fee for payers without coin.
    RELAYER_KEYS: demoKey(roles.relayer),
    RELAY_MAX_FEE: JSON.stringify({ [id]: '0.01' }),
  }
}

/** Charges that name no token are paid in the first one. */
async function setWallet(client: Client, { id, tokens }: DemoChain, folder: DemoFolder) {
  const tokenAddress = tokens[0]!.address
  try {
    await client.setReceivingWallet({ walletAddress: merchant, chainId: id, tokenAddress })
  } catch (cause) {
    if (!(cause instanceof PayError) || cause.code !== 'unauthenticated') throw cause
    throw new PayError(
      'invalid_setting',
      `The service does not know the api-key in ${folder.account}. Start anew with \`npm start -- --fresh\`.`,
      { cause },
    )
  }
}
