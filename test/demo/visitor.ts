import assert from 'node:assert/strict'
import { concatHex, createWalletClient, encodeFunctionData, erc20Abi, parseUnits } from 'viem'
import { demoAccount } from '../../demo/chain/accounts.ts'
import { chainClient, localChain, localTransport } from '../../demo/chain/client.ts'
import { createClient } from '../../src/api/client/client.ts'
import { suffixOf } from '../support/paying.ts'
import { patience, until } from '../support/wait.ts'
import type { DemoFacts } from './demo-process.ts'

/** Where the shop's money goes. */
export const merchant = demoAccount(5).address
/** The demo wallet's account. */
export const payer = demoAccount(1)

/** The service's client, with the shop's own key. */
export const client = ({ service, apiKey }: DemoFacts) =>
  createClient({ baseUrl: service, apiKey, timeoutMs: patience })
export const json = { 'content-type': 'application/json' }

/** Orders through the shop's proxy, as the element does. */
export function order({ shop }: DemoFacts, body: unknown, headers: Record<string, string> = {}) {
  const init = { method: 'POST', headers: { ...json, origin: shop, ...headers } }
  return fetch(`${shop}/pay/charges`, { ...init, body: JSON.stringify(body) })
}

/** Buys the mug as the button does and gives the address that the browser is sent to. */
export async function buyMug({ shop }: DemoFacts): Promise<string> {
  const response = await fetch(`${shop}/buy/mug`, { method: 'POST', redirect: 'manual' })
  assert.equal(response.status, 303)
  return new URL(response.headers.get('location')!, shop).href
}

/** The text of a page. */
export async function text(url: string): Promise<string> {
  return (await fetch(url)).text()
}

/** Looks at a page again and again until it says something, and gives it. */
export function pageThatSays(words: string, url: string): Promise<string> {
  return until(`"${words}" on ${url}`, async () => {
    const page = await text(url)
    return page.includes(words) ? page : undefined
  })
}

/** The charge that a checkout page shows. */
export function chargeIdOf(page: string): string {
  const id = /charge-id="([^"]+)"/.exec(page)?.[1]
  assert.ok(id, 'the page names its charge')
  return id
}

/** What an address holds of the first token, in base units. */
export function balance({ chain, tokens }: DemoFacts, holder: `0x${string}`): Promise<bigint> {
  const { address } = tokens[0]!
  const read = { address, abi: erc20Abi, functionName: 'balanceOf', args: [holder] } as const
  return chainClient(chain.rpcUrl).readContract(read)
}

/** Pays an amount of the first token to the shop in a charge's name and reports it, as the element would. */
export async function pay(facts: DemoFacts, chargeId: string, amount: string): Promise<string> {
  const { chain, tokens } = facts
  const { address, decimals } = tokens[0]!
  const wallet = createWalletClient({
    account: payer,
    chain: localChain(chain.rpcUrl),
    transport: localTransport(chain.rpcUrl),
  })
  const args = [merchant, parseUnits(amount, decimals)] as const
  const call = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
  const data = concatHex([call, suffixOf(chargeId)])
  const hash = await wallet.sendTransaction({ to: address, data })
  const report = { hash, chainId: String(chain.id), tokenAddress: address }
  const response = await fetch(`${facts.shop}/pay/charges/${chargeId}/payments`, {
    method: 'POST',
    headers: { ...json, origin: facts.shop },
    body: JSON.stringify(report),
  })
  // 409 where the service has found the mined transfer by itself before the report came (interface 4.6).
  assert.ok([201, 409].includes(response.status), `${response.status} ${await response.text()}`)
  return hash
}
