import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Address, erc20Abi, type Hex, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createClient } from '../../../src/api/client/client.ts'
import type { NewAuthorization } from '../../../src/api/schemas/payments/authorization.ts'
import type { PayError } from '../../../src/errors.ts'
import { signAuthorization } from '../../support/authorized-moves.ts'
import { freshDatabase } from '../../support/database.ts'
import { createDice } from '../../support/dice.ts'
import { effort } from '../../support/effort.ts'
import { chainEnvironment, chainId } from '../../support/harness.ts'
import { type LocalChain, startLocalChain } from '../../support/local-chain.ts'
import { chargeBody } from '../../support/paying.ts'
import {
  createAccount,
  type ServiceEnvironment,
  type ServiceProcess,
  startServiceProcess,
} from '../../support/service.ts'
import { withOptions } from '../../support/service-options.ts'
import { deployUsdc } from '../../support/usdc.ts'
import { patience, until } from '../../support/wait.ts'

const database = await freshDatabase()
const skip = database ? false : 'two processes need a PostgreSQL: set TEST_DATABASE_URL'
const price = 5_000_000n
const kills = 8 * effort
const payers = 24
const relayerKeys = [generatePrivateKey(), generatePrivateKey()]
const relayers = relayerKeys.map((key) => privateKeyToAccount(key).address)

describe('two relayers on one PostgreSQL that are killed at any moment', { skip }, () => {
  let chain: LocalChain
  let usdc: Address
  let environment: ServiceEnvironment
  let apiKey: string
  let sql: pg.Client
  const services: ServiceProcess[] = []

  before(async () => {
    chain = await startLocalChain()
    usdc = await deployUsdc(chain)
    for (const address of relayers)
      await chain.client.setBalance({ address, value: parseEther('10') })
    environment = {
      ...chainEnvironment(chain),
      TOKENS: JSON.stringify([{ chainId, address: usdc, peg: 'USD' }]),
      DATABASE_URL: String(database?.url),
      ...withOptions({ leaseMs: 2000 }),
      RELAYER_KEYS: relayerKeys.join(','),
      RELAY_MAX_FEE: JSON.stringify({ [chainId]: '0.01' }),
    }
    services.push(
      ...(await Promise.all([1, 2].map(async () => await startServiceProcess(environment)))),
    )
    apiKey = (await createAccount(environment)).apiKey
    sql = new pg.Client({ connectionString: database?.url })
    await sql.connect()
  })
  after(async () => {
    await sql?.end()
    await Promise.all(services.map((one) => one.end()))
    await chain?.stop()
    await database?.remove()
  })

  const clientOf = ({ baseUrl }: ServiceProcess) =>
    createClient({ baseUrl, apiKey, retries: 0, timeoutMs: patience })
  const dice = createDice(Math.floor(Math.random() * 1e9))

  /** Asks any of the processes until one answers; what may be answered for now only is asked again. */
  async function persist<T>(ask: (client: ReturnType<typeof clientOf>) => Promise<T>): Promise<T> {
    return await until('an answer', async () => {
      try {
        return await ask(clientOf(dice.pick(services)))
      } catch (cause) {
        const { status = 0, code } = cause as PayError
        // It was cut off, has no transaction yet, or all slots are taken.
        if (code === undefined || (status > 0 && status < 500 && status !== 429)) throw cause
        return undefined
      }
    })
  }

  async function sign(id: string, owner: ReturnType<typeof privateKeyToAccount>) {
    const [offer] = await persist((client) => client.listAuthorizationOffers(id))
    assert.ok(offer)
    const { terms, signature } = await signAuthorization(chain, {
      ...{ token: usdc, owner, to: offer.recipientAddress as Address, amount: BigInt(offer.value) },
      ...{ nonce: offer.nonce as Hex, validBefore: BigInt(offer.validBefore) },
    })
    const { from, to, value, validAfter, validBefore, nonce } = terms
    return {
      chainId: `${chainId}`,
      tokenAddress: usdc,
      authorization: {
        ...{ from, to, nonce, value: String(value) },
        ...{ validAfter: String(validAfter), validBefore: String(validBefore) },
      },
      signature,
    } satisfies NewAuthorization
  }

  /** Creates a charge, and pays it from an account without coin, by any process. */
  async function pay(
    payer: ReturnType<typeof privateKeyToAccount>,
  ): Promise<{ id: string; payer: Address }> {
    const { id } = await persist((client) =>
      client.createCharge(chargeBody({ chain }, { tokenAddress: usdc })),
    )
    const body = await sign(id, payer)
    await persist((client) => client.addAuthorization(id, body))
    return { id, payer: payer.address }
  }

  test('take no nonce twice, lose nothing that they accepted, and debit each account once', async () => {
    const waiting = Array.from({ length: payers }, () => privateKeyToAccount(generatePrivateKey()))
    for (const { address } of waiting) await chain.transfer(usdc, address, 2n * price)
    let isPaying = true
    const kill = async () => {
      for (let round = 0; round < kills && isPaying; round += 1) {
        await sleep(dice.below(1500))
        const index = dice.below(services.length)
        await services[index]?.end('SIGKILL')
        services[index] = await startServiceProcess(environment)
      }
    }
    const killing = kill()
    const paid: { id: string; payer: Address }[] = []
    const shop = async () => {
      for (let payer = waiting.pop(); payer; payer = waiting.pop()) paid.push(await pay(payer))
    }
    await Promise.all([shop(), shop(), shop(), shop()])
    isPaying = false
    await killing
    for (const { id } of paid)
      await until(`${id} to be paid`, async () => {
        const { status } = await persist((client) => client.getCharge(id))
        return status === 'COMPLETED' || undefined
      })
    await until('each nonce to be final', async () => {
      const { rows } = await sql.query('select from relayed_slots where is_open')
      return rows.length === 0 || undefined
    })
    for (const { id, payer } of paid) {
      const balance = await chain.client.readContract({
        ...{ abi: erc20Abi, address: usdc, functionName: 'balanceOf', args: [payer] },
      })
      assert.equal(balance, price, 'each account is debited once')
      const { payments } = await persist((client) => client.getCharge(id))
      assert.equal(payments.length, 1)
    }
    const { rows: relays } = await sql.query(
      'select status, count(*)::integer as count from relayed_authorizations group by status',
    )
    assert.deepEqual(relays, [{ status: 'USED', count: paid.length }])
    // As many transactions were mined as authorizations were accepted, and no nonce is left out.
    const { rows: slots } = await sql.query(
      'select account, count(*)::integer as count, max(nonce)::integer as last from relayed_slots group by account',
    )
    let mined = 0
    for (const { account, count, last } of slots) {
      const address = account as Address
      assert.equal(await chain.client.getTransactionCount({ address }), count)
      assert.equal(last, count - 1)
      mined += count
    }
    assert.equal(mined, paid.length)
    console.log(`${kills} kills, ${paid.length} paid.`)
  })
})
