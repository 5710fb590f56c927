import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { parseEther } from 'viem'
import { runDoctor } from '../../../src/service/cli/doctor.ts'
import { chainId } from '../../support/harness.ts'
import { runOperator } from '../../support/operator.ts'
import { paymentThatIs } from '../../support/paying.ts'
import { readTestSettings } from '../../support/read-settings.ts'
import { withOptions } from '../../support/service-options.ts'
import { patience, until } from '../../support/wait.ts'
import { type Relaying, startRelaying } from './relaying.ts'

interface State {
  accounts: { account: string; balance: string; floor: string; transactionsLeft: number }[]
  transactions: { charge: string; kind: string; hash: string; attempts: number; payer: string }[]
}

describe('the relayer, for its operator', () => {
  let relaying: Relaying

  before(async () => {
    relaying = await startRelaying({
      ...withOptions({
        isMetricsPublic: true,
        relayMinBalances: new Map([[chainId, parseEther('0.5')]]),
      }),
    })
  })
  after(() => relaying.end())

  const readState = async () => {
    const { stdout } = await runOperator(['call', 'getRelayer'], relaying.environment)
    return JSON.parse(stdout) as State
  }
  /** What the doctor says of the relayer. */
  async function examine(extra: Record<string, string> = {}) {
    const settings = readTestSettings({ ...relaying.environment, ...extra })
    const lines: string[] = []
    const code = await runDoctor(settings, {}, (line) => void lines.push(line))
    return { code, text: lines.filter((line) => line.includes('relayer')).join('\n') }
  }

  test('the command shows accounts and what is under way, and the metrics say the same', async () => {
    const { client } = relaying.harness.chain
    const [id, payer] = [await relaying.createCharge(), await relaying.createPayer()]
    const body = await relaying.sign(id, payer)
    await client.setAutomine(false)
    const { payerTransactionHash: hash } = await relaying.post(id, body)
    const { accounts, transactions } = await readState()
    assert.deepEqual(
      accounts.map(({ account, balance, floor, transactionsLeft }) => [
        ...[account, balance, floor, transactionsLeft],
      ]),
      relaying.relayers.map((account) => [account, '1', '0.5', 50]),
    )
    assert.deepEqual(
      transactions.map(({ charge, kind, hash, attempts, payer }) => [
        ...[charge, kind, hash, attempts, payer],
      ]),
      [[id, 'relay', hash, 1, payer.address]],
    )
    await client.setAutomine(true)
    await client.mine({ blocks: 1 })
    await paymentThatIs(relaying.harness, id, hash, 'COMPLETED')
    await until('the end of the relay', async () =>
      (await readState()).transactions.length === 0 ? true : undefined,
    )
    const [account] = relaying.relayers
    const labels = `chain="${chainId}",account="${account}"`
    const expected = [
      `pay_charge_relayer_balance_coins{${labels}} 1`,
      `pay_charge_relayer_transactions_left{${labels}} 50`,
      `pay_charge_relay_requests_total{chain="${chainId}",outcome="relaying"} 1`,
      `pay_charge_relays_total{chain="${chainId}",outcome="used"} 1`,
    ]
    // The balances are read once a minute.
    const isShown = async () => {
      const response = await fetch(`${relaying.harness.service.baseUrl}/metrics`)
      const lines = (await response.text()).split('\n')
      return expected.every((line) => lines.includes(line)) || undefined
    }
    await until(`the metrics to show ${expected.join()}`, isShown, 3 * patience)
  })

  test('the doctor finds keys, coin, fees and tokens in order', async () => {
    const { text } = await examine()
    for (const account of relaying.relayers) assert.ok(text.includes(`it signs for ${account}`))
    assert.match(text, /a transaction may cost 0\.\d+ coins of 0\.01 now/)
    assert.match(text, new RegExp(`tokens: USD Coin ${relaying.usdc}`, 'i'))
    assert.doesNotMatch(text, /^(failed|warning)/m)
  })

  test('the doctor finds what keeps the relayer from sending', async () => {
    const { harness, relayers, fund } = relaying
    await fund(parseEther('0.5'))
    const poor = await examine()
    assert.equal(poor.code, 1)
    assert.match(poor.text, /^failed.*has 0\.5 coins\. It sends nothing below 0\.51/m)
    await fund(parseEther('1'))
    const dear = await examine({ RELAY_MAX_FEE: JSON.stringify({ [chainId]: '0.000000001' }) })
    assert.match(dear.text, /^failed.*above RELAY_MAX_FEE/m)
    const unpriced = await examine({ RELAY_FEE: 'estimated' })
    assert.match(unpriced.text, /^failed.*PRICE_FEEDS has none for the coin/m)
    const unsigned = await examine({
      ...{ RELAYER_KEYS: '', RELAYER_SIGNER_URL: 'http://127.0.0.1:9' },
      RELAYER_ACCOUNTS: relayers[0] ?? '',
    })
    assert.match(unsigned.text, new RegExp(`^failed.*it does not sign for ${relayers[0]}`, 'm'))
    const dollar = harness.chain.token('OUSD').address
    const plain = await examine({
      TOKENS: JSON.stringify([{ chainId, address: dollar, peg: 'USD' }]),
    })
    assert.match(plain.text, /^failed.*no known token accepts signed transfers/m)
    const elsewhere = await examine({ RELAY_MAX_FEE: '{"10":"1"}' })
    assert.match(elsewhere.text, /^warning.*nothing is sent/m)
  })

  test('the command says where there is no relayer', async () => {
    await relaying.restart({ RELAYER_KEYS: '' })
    await assert.rejects(
      runOperator(['call', 'getRelayer'], { ...relaying.environment, RELAYER_KEYS: '' }),
      /The relayer is off/,
    )
  })
})
