import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createClient } from '../../../src/api/client/client.ts'
import { computeReference } from '../../../src/service/kernel/reference.ts'
import { freshDatabase, runOn } from '../../support/database.ts'
import { chainEnvironment, chainId, wallet } from '../../support/harness.ts'
import { type LocalChain, startLocalChain } from '../../support/local-chain.ts'
import { chargeBody, reportTo, suffixOf } from '../../support/paying.ts'
import { type Receiver, startReceiver } from '../../support/receiver.ts'
import { createAccount, type ServiceProcess, startServiceProcess } from '../../support/service.ts'
import { patience, until } from '../../support/wait.ts'

const database = await freshDatabase()
const url = database?.url
const skip = url ? false : 'two processes need a PostgreSQL: set TEST_DATABASE_URL'

describe('the webhooks of two processes on one PostgreSQL', { skip }, () => {
  let chain: LocalChain
  let services: [ServiceProcess, ServiceProcess]
  let receiver: Receiver
  let apiKey: string
  before(async () => {
    chain = await startLocalChain()
    receiver = await startReceiver()
    const environment = {
      ...chainEnvironment(chain),
      DATABASE_URL: String(url),
      WEBHOOK_ALLOW_PRIVATE: 'on',
    }
    apiKey = (await createAccount(environment)).apiKey
    services = await Promise.all([
      startServiceProcess(environment),
      startServiceProcess(environment),
    ])
    const { secret = '' } = await client(0).setChargeWebhook({ url: receiver.url })
    receiver.secret = secret
  })
  after(async () => {
    await Promise.all(services.map((one) => one.end()))
    await receiver.die()
    await chain.stop()
    await database?.remove()
  })

  const client = (index: 0 | 1) =>
    createClient({ baseUrl: services[index].baseUrl, apiKey, timeoutMs: patience })
  const tokenAddress = () => chain.dusd
  const newCharge = async (index: 0 | 1) => {
    const { id } = await client(index).createCharge(chargeBody({ chain }))
    return id
  }
  const about = (id: string) =>
    receiver.received.filter(({ event }) => event.data.id === id).map(({ event }) => event)

  test('come once, in order, by the work of both, to a receiver that takes its time', async () => {
    receiver.answer = (_, response) => {
      setTimeout(() => response.writeHead(204).end(), 50)
    }
    const ids: string[] = []
    for (let count = 0; count < 20; count++) {
      const index = (count % 2) as 0 | 1
      const id = await newCharge(index)
      const hash = await chain.transfer(tokenAddress(), wallet, 5_000_000n, suffixOf(id))
      const payment = { hash, chainId: `${chainId}`, tokenAddress: tokenAddress() }
      await reportTo(client(((count + 1) % 2) as 0 | 1), id, payment)
      ids.push(id)
    }
    const all = ids.length * 3
    await until('all', () => (receiver.received.length >= all ? true : undefined), 3 * patience)
    for (const id of ids) {
      const types = about(id).map(({ type }) => type)
      assert.deepEqual(types, ['charge:created', 'charge:pending', 'charge:confirmed'])
    }
    assert.ok(receiver.received.every(({ genuine }) => genuine))
    const shares = services.map(
      ({ log }) => log.filter(({ msg }) => msg === 'webhook delivered').length,
    )
    assert.ok(
      shares.every((share) => share > 0),
      `each did some: ${shares}`,
    )
  })

  test('go on where a receiver refuses one type of them, or fails at it for a minute', async () => {
    const statuses = [400, 404, 410, 422, 429, 500]
    const endpoints = new Map<number, string>()
    for (const status of statuses) {
      const endpoint = { url: `${receiver.url}/${status}` }
      endpoints.set(status, (await client(0).addWebhookEndpoint(endpoint)).uuid)
    }
    receiver.answer = ({ path, event }, response) => {
      const status = Number(path.split('/').at(-1))
      const isRefused = event.type === 'charge:created' && statuses.includes(status)
      response.writeHead(isRefused ? status : 204).end()
    }
    const id = await newCharge(0)
    const hash = await chain.transfer(tokenAddress(), wallet, 5_000_000n, suffixOf(id))
    await reportTo(client(1), id, { hash, chainId: `${chainId}`, tokenAddress: tokenAddress() })
    const typesAt = (status: number) =>
      receiver.received
        .filter(({ path, event }) => path.endsWith(`/${status}`) && event.data.id === id)
        .map(({ event }) => event.type)
    const findDelivery = async (type: string, status: number) => {
      const { data } = await client(0).listEvents({ charge: id })
      const event = data.find((one) => one.type === type)
      return event?.deliveries.find(({ endpoint }) => endpoint === endpoints.get(status))
    }
    for (const status of [400, 404, 410, 422]) {
      await until(`charge:confirmed beside ${status}`, () =>
        typesAt(status).includes('charge:confirmed') ? true : undefined,
      )
      assert.equal((await findDelivery('charge:created', status))?.status, 'WAITING')
      assert.deepEqual(typesAt(status).slice(-2), ['charge:pending', 'charge:confirmed'])
    }
    for (const status of [429, 500]) {
      const first = receiver.received.find(({ path }) => path.endsWith(`/${status}`))
      const held = await until('the later one to be held up', async () => {
        const delivery = await findDelivery('charge:confirmed', status)
        return delivery &&
          delivery.nextAttemptAt > new Date((first?.at ?? 0) + 30_000).toISOString()
          ? delivery
          : undefined
      })
      assert.deepEqual([held.status, held.attempts], ['WAITING', 0])
    }
    const listed = await client(0).listWebhookEndpoints()
    for (const { url, failing } of listed)
      assert.equal(failing !== undefined, url !== receiver.url, `${url} is named`)
    // A minute later.
    await runOn(
      String(url),
      `update webhook_deliveries set yields_at = yields_at - interval '1 minute',
        next_attempt_at = next_attempt_at - interval '1 minute'`,
    )
    for (const status of [429, 500])
      await until(`charge:confirmed beside ${status}`, () =>
        typesAt(status).includes('charge:confirmed') ? true : undefined,
      )
    for (const uuid of endpoints.values())
      await client(0).updateWebhookEndpoint(uuid, { enabled: false })
    receiver.answer = (_, response) => void response.writeHead(204).end()
  })

  test('have numbers by which a receiver drops what is older than what it has', async () => {
    const id = await newCharge(1)
    await client(0).cancelCharge(id)
    const { data } = await client(1).listEvents({ charge: id })
    const canceled = await client(1).listEvents({ type: 'charge:canceled', limit: 1 })
    // Its delivery may be made between the two calls.
    assert.deepEqual(
      canceled.data.map(({ uuid }) => uuid),
      data.slice(0, 1).map(({ uuid }) => uuid),
    )
    const events = await Promise.all(data.map(({ uuid }) => client(0).getEvent(uuid)))
    const numbered = events.map(({ event }) => 'sequence' in event && [event.type, event.sequence])
    assert.deepEqual(numbered, [
      ['charge:canceled', 2],
      ['charge:created', 1],
    ])
    await until('both calls', () => (about(id).length >= 2 ? true : undefined))
    assert.deepEqual(
      about(id).map(({ type, sequence }) => [type, sequence]),
      numbered.toReversed(),
    )
  })

  test('come when the process that had them is killed in the middle of it', async () => {
    receiver.received.length = 0
    // The first calls are never answered: whoever made them holds the events until it is killed.
    receiver.answer = () => undefined
    const ids = await Promise.all(Array.from({ length: 4 }, () => newCharge(1)))
    await until('calls under way', () => (receiver.received.length >= 4 ? true : undefined))
    receiver.answer = (_, response) => void response.writeHead(204).end()
    await services[0].end('SIGKILL')
    const taken = (id: string) =>
      services[1].log.some(
        ({ msg, charge }) => msg === 'webhook delivered' && charge === computeReference(id),
      )
    await until('the other to take over', () => ids.every(taken) || undefined, 3 * patience)
    for (const id of ids) assert.equal(new Set(about(id).map((event) => event.id)).size, 1)
  })
})
