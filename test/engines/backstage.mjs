import { existsSync } from 'node:fs'
import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { demoKey, roles } from '../../demo/chain/accounts.ts'
import { buildPolicyTags } from '../support/policy-tags.ts'
import { startStage } from '../support/stage.ts'
import { buildSwappedTags, readRelease } from '../support/swapped.ts'
import { answerForPayers, createGive } from './payers.ts'
import { answerForSafes } from './safes.ts'
import { createWalletApps } from './wallet-apps.ts'

/** What of the test runner's origin is the shop's: its pages, their files, and its proxy to the service. */
const shop = /^\/((pay|pages|swapped)\/.*|page\.css|pay-charge[^/]*\.js|success|cancel)$/

/** The first script of a page: it hands the page to the test that holds it, before any other script has run. */
const arrival = 'parent.arrived?.(window)'

/**
 * A chain, a service and a shop for tests in any browser, all on the test runner's origin, so that a test can reach
 * into the shop's pages. The browser's side is support/stage.ts.
 *
 * @param playsAll whether the run leaves nothing to the night
 */
export function backstage(playsAll) {
  let stage
  let walletApps
  const asked = {
    page: async ({ body, swapped, kind, policy, connect }) => {
      const tags = policy
        ? await buildPolicyTags(policy, stage.shop, arrival)
        : kind && (await buildSwappedTags(swapped, kind))
      return new URL(stage.page(body, connect, tags)).pathname
    },
    playsAll: () => playsAll,
    release: () => readRelease(),
    charge: (more) => stage.client.createCharge(more),
    payments: async ({ id }) => (await stage.client.getCharge(id)).payments,
  }
  const plugin = {
    name: 'backstage',
    async serverStart() {
      if (!existsSync(new URL('../../dist/browser/pay-charge.js', import.meta.url)))
        throw new Error('The script for pages is not built. Run `npm run build`.')
      // The browsers' libraries hear this signal and leave it at that, so nothing else would end.
      process.once('SIGTERM', () => process.exit(143))
      stage = await startStage({
        // Pays the network's fee for payers without coin.
        RELAYER_KEYS: demoKey(roles.relayer),
        RELAY_MAX_FEE: JSON.stringify({ 31337: '0.01' }),
      })
      const give = createGive(stage.chain)
      walletApps = createWalletApps(stage.chain, give)
      const payers = answerForPayers(stage, give)
      Object.assign(asked, payers, answerForSafes(stage.chain, give), walletApps.answers)
    },
    async serverStop() {
      await walletApps?.end()
      await stage?.end()
    },
  }
  const middleware = async (context, next) => {
    const { path } = context
    if (path === '/chain') return forward(context, stage.chain.rpcUrl, '/')
    if (shop.test(path)) return forward(context, stage.shop, context.url)
    const [, question] = /^\/stage\/(\w+)$/.exec(path) ?? []
    if (question) {
      const answer = await asked[question](await json(context.req))
      context.body = JSON.stringify(answer ?? null)
    } else if (path === '/arrival.js') context.body = arrival
    else return next()
    context.type = question ? 'application/json' : 'text/javascript'
  }
  return { plugin, middleware }
}

/** Hands a request on as it is, with the Host of the page, so that the proxy sees a call from its own origin. */
function forward(context, origin, path) {
  const { method, headers } = context.req
  return new Promise((resolve, reject) => {
    const outgoing = request(new URL(origin), { method, headers, path }, (incoming) => {
      context.status = incoming.statusCode
      context.body = incoming
      for (const [name, value] of Object.entries(incoming.headers)) {
        // They are of one connection only (RFC 9110 section 7.6.1).
        if (!['connection', 'keep-alive', 'transfer-encoding'].includes(name))
          context.set(name, value)
      }
      resolve()
    })
    outgoing.once('error', (cause) => {
      // A page that is left breaks off what it waits for, and nobody reads this answer.
      context.status = 504
      if (context.res.destroyed) resolve()
      else reject(cause)
    })
    context.res.once('close', () => outgoing.destroy())
    context.req.pipe(outgoing)
  })
}
