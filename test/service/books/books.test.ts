import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { type Address, erc20Abi, parseEther } from 'viem'
import { demoAccount } from '../../../demo/chain/accounts.ts'
import { createClient } from '../../../src/api/client/client.ts'
import { BookRow } from '../../../src/api/schemas/books.ts'
import type { NewCharge } from '../../../src/api/schemas/charges/charge.ts'
import { execute } from '../../support/aging.ts'
import { deployFeed, feedAddress } from '../../support/feed.ts'
import { call, chainId, clientOf, provideHarness, wallet } from '../../support/harness.ts'
import { runOperator } from '../../support/operator.ts'
import { coin, newCharge, payFor, paymentThatIs, suffixOf } from '../../support/paying.ts'
import { startService, temporaryFolder } from '../../support/service.ts'
import { patience, until } from '../../support/wait.ts'
import { readCsv } from './csv.ts'
import { home, merchant, refund } from './refund.ts'

// Real payments on a real chain, and the books that the service writes of them.

/** Where another account of the service is paid. */
const otherWallet = demoAccount(6).address
const stranger = demoAccount(1).address

const priceFeed = {
  ...{ chainId, tokenAddress: coin, feed: feedAddress(0), maxAgeSeconds: 3600 },
  ...{ min: 100, max: 10_000 },
}
const harness = provideHarness({ PRICE_FEEDS: JSON.stringify([priceFeed]) })
before(async () => {
  await harness.started
  const sayPrice = await deployFeed(harness.chain)
  await sayPrice(200_050_000_000n)
})

const dusd = () => harness.chain.dusd
const ask = (query: string, key = harness.shop.apiKey) =>
  fetch(`${harness.service.baseUrl}/books?${query}`, { headers: { 'api-key': key } })

async function readRows(query = '', key = harness.shop.apiKey): Promise<BookRow[]> {
  const response = await ask(`format=jsonl${query}`, key)
  assert.equal(response.status, 200)
  const lines = (await response.text()).split('\n')
  assert.equal(lines.pop(), '')
  return lines.map((line) => BookRow.parse(JSON.parse(line)))
}

/** A charge that is paid by a transfer that names it. */
async function pay(order: Partial<NewCharge> = {}, units = 5_000_000n) {
  const id = await newCharge(harness, {}, order)
  const hash = await payFor(harness, id, units)
  await paymentThatIs(harness, id, hash, 'COMPLETED')
  return { id, hash }
}

/** A charge that is paid in the chain's own currency. */
async function payNative(amount: string) {
  const { client } = harness.chain
  const id = await newCharge(harness, { tokenAddress: coin })
  const call = { to: wallet, value: parseEther(amount), data: suffixOf(id) }
  const hash = await client.sendTransaction(call)
  await client.waitForTransactionReceipt({ hash })
  await paymentThatIs(harness, id, hash, 'COMPLETED')
  return { id, hash }
}

const timeOf = async (hash: string) => {
  const { client } = harness.chain
  const { blockNumber } = await client.getTransactionReceipt({ hash: hash as Address })
  return new Date(Number((await client.getBlock({ blockNumber })).timestamp) * 1000).toISOString()
}

describe('the books', () => {
  const order = {
    name: '=HYPERLINK("http://evil.example","mug")',
    tax_note: '@Includes 0.80 VAT, "reduced"',
    line_items: [{ name: '+mug', quantity: 2, unit_amount: '2.50' }],
    metadata: { order: '-A-1001' },
  }
  let paid: { id: string; hash: string }
  let strayHash: string

  test('have a row for a payment and for unmatched money, as the chain has them', async () => {
    paid = await pay(order, 6_000_001n)
    strayHash = await harness.chain.transfer(dusd(), wallet, 1_234_567n)
    const rows = await until('both rows', async () => {
      const rows = await readRows()
      return rows.length === 2 ? rows : undefined
    })
    // Both blocks may have one time.
    const payment = rows.find(({ hash }) => hash === paid.hash)
    const stray = rows.find(({ hash }) => hash === strayHash)
    const receipt = await harness.chain.client.getTransactionReceipt({ hash: paid.hash as Address })
    const { reference } = await clientOf(harness).getCharge(paid.id)
    assert.deepEqual(payment, {
      time: await timeOf(paid.hash),
      booked_at: await timeOf(paid.hash),
      kind: 'payment',
      entry: 'movement',
      direction: 'in',
      status: 'confirmed',
      charge_id: paid.id,
      reference,
      order: '-A-1001',
      metadata: order.metadata,
      name: order.name,
      tax_note: order.tax_note,
      line_items: [{ ...order.line_items[0], description: '', amount: '5.00' }],
      charge_price: '5',
      charge_currency: 'USD',
      charge_price_usd: '5',
      token: 'DUSD',
      amount: '6.000001',
      base_units: '6000001',
      counted_amount: '6.000001',
      usd_price: '1',
      usd_amount: '6.00',
      usd_source: 'peg',
      book_currency: 'USD',
      book_amount: '6.00',
      book_rate: null,
      book_rate_source: '',
      book_rate_at: '',
      hash: paid.hash,
      position: receipt.logs[0]?.logIndex,
      block_number: String(receipt.blockNumber),
      sender: stranger,
      recipient: wallet,
      chain: `eip155:${chainId}`,
      sender_account: `eip155:${chainId}:${stranger}`,
      recipient_account: `eip155:${chainId}:${wallet}`,
      asset: `eip155:${chainId}/erc20:${dusd()}`,
      proof: 'reference',
      reason: '',
      decided_at: '',
      test: false,
    })
    assert.deepEqual(
      [stray?.kind, stray?.hash, stray?.amount, stray?.charge_id, stray?.metadata],
      ['unmatched', strayHash, '1.234567', '', {}],
    )
    assert.notEqual(stray?.reason, '')
  })

  test('are the same as a table, in which no text is a formula', async () => {
    const response = await ask('format=csv')
    assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8; header=present')
    assert.equal(response.headers.get('content-disposition'), 'attachment; filename="books.csv"')
    const table = readCsv(await response.text())
    assert.equal(table.length, 2)
    const payment = table.find(({ hash }) => hash === paid.hash) ?? {}
    assert.equal(payment.name, `'${order.name}`)
    assert.equal(payment.tax_note, `'${order.tax_note}`)
    assert.equal(payment.metadata, '{"order":"-A-1001"}')
    const row = (await readRows()).find(({ hash }) => hash === paid.hash)
    for (const name of ['time', 'hash', 'amount', 'base_units', 'usd_amount', 'asset'] as const)
      assert.equal(payment[name], row?.[name])
  })

  test('have a transfer that was assigned as a payment, at the same place', async () => {
    const before = (await readRows()).map(({ hash }) => hash)
    const id = await newCharge(harness)
    const { data } = await clientOf(harness).listUnmatched()
    const stray = data.find(({ hash }) => hash === strayHash)
    await clientOf(harness).assignUnmatched(String(stray?.uuid), { chargeUuid: id })
    await paymentThatIs(harness, id, strayHash, 'COMPLETED')
    const rows = await readRows()
    assert.deepEqual(
      rows.map(({ hash }) => hash),
      before,
    )
    const row = rows.find(({ hash }) => hash === strayHash)
    assert.deepEqual([row?.kind, row?.charge_id, row?.proof], ['payment', id, 'merchant'])
  })

  test('value another token by its feed at the block, not by what the charge was quoted', async () => {
    await payNative('0.02')
    const { hash } = await payNative('0.01')
    const row = (await readRows()).find((one) => one.hash === hash)
    assert.deepEqual(
      [row?.token, row?.amount, row?.usd_price, row?.usd_amount, row?.usd_source, row?.position],
      ['ETH', '0.01', '2000.5', '20.01', 'feed', -1],
    )
    assert.equal(row?.asset, `eip155:${chainId}/slip44:1`)
  })

  test('have a refund below zero, and the fee that the account paid which sent it', async () => {
    const before = await readRows()
    const paidInCoin = await payNative('0.03')
    const hash = await refund(harness, paid.id, '1.5', 'A cup broke.')
    const hashOfCoin = await refund(harness, paidInCoin.id, '0.004', '')
    const out = (await readRows()).filter(({ direction }) => direction === 'out')
    assert.equal((await readRows()).length, before.length + 5)
    // Blocks of one second stand in the order of their transactions' hashes.
    const rows = [hash, hashOfCoin].flatMap((of) => out.filter((row) => row.hash === of))
    assert.equal(rows.length, out.length)
    const feeOf = async (of: string) => {
      const receipt = await harness.chain.client.getTransactionReceipt({ hash: of as Address })
      return String(-(receipt.gasUsed * receipt.effectiveGasPrice))
    }
    assert.deepEqual(
      rows.map((row) => [row.kind, row.direction, row.token, row.base_units, row.hash]),
      [
        ['refund', 'out', 'DUSD', '-1500000', hash],
        ['fee', 'out', 'ETH', await feeOf(hash), hash],
        ['refund', 'out', 'ETH', String(-parseEther('0.004')), hashOfCoin],
        ['fee', 'out', 'ETH', await feeOf(hashOfCoin), hashOfCoin],
      ],
    )
    const [sent, fee, inCoin] = rows
    const { reference } = await clientOf(harness).getCharge(paid.id)
    const ofCharge = {
      ...{ charge_id: paid.id, reference, metadata: order.metadata, name: order.name },
      ...{ tax_note: order.tax_note, sender: wallet, time: await timeOf(hash) },
    }
    const expected = {
      ...{ ...ofCharge, amount: '-1.5', counted_amount: null, recipient: home, proof: '' },
      ...{ usd_price: '1', usd_amount: '-1.50', usd_source: 'peg', reason: 'A cup broke.' },
      ...{ asset: `eip155:${chainId}/erc20:${dusd()}` },
    }
    assert.deepEqual({ ...sent, ...expected }, sent)
    const ofFee = { recipient: '', recipient_account: '', reason: '', usd_price: '2000.5' }
    assert.deepEqual({ ...fee, ...ofCharge, ...ofFee, position: sent?.position }, fee)
    assert.deepEqual([inCoin?.usd_price, inCoin?.usd_amount], ['2000.5', '-8.00'])
  })

  test('have exactly the range: from a block’s own time on, and before another’s', async () => {
    const hashesOf = (rows: readonly BookRow[]) => rows.map(({ hash }) => hash)
    const all = await readRows()
    for (const { time } of all) {
      const expected = all.filter((one) => one.time === time)
      const end = new Date(Date.parse(time) + 1000).toISOString()
      const range = await readRows(`&from=${time}&to=${end}`)
      assert.deepEqual(hashesOf(range), hashesOf(expected))
      const earlier = all.filter((one) => one.time < time)
      assert.deepEqual(hashesOf(await readRows(`&to=${time}`)), hashesOf(earlier))
    }
    const zoned = await readRows('&from=2026-01-01T00:00:00%2B02:00')
    assert.equal(zoned.length, all.length)
    assert.deepEqual(await readRows('&to=2020-01-01T00:00:00Z'), [])
  })

  test('are filtered by token and recipient', async () => {
    const all = await readRows()
    const natives = await readRows(`&token=${coin}`)
    assert.deepEqual(
      natives,
      all.filter(({ token }) => token === 'ETH'),
    )
    assert.deepEqual(await readRows(`&recipient=${wallet.toLowerCase()}`), all)
    assert.deepEqual(await readRows(`&recipient=${otherWallet}`), [])
  })

  test('have nothing of another account, also where both are paid at one address that one of them holds', async () => {
    await newCharge(harness)
    const requestProps = {
      chainId: `${chainId}`,
      recipientAddress: otherWallet,
      tokenAddress: dusd(),
    }
    const price = { pricing_type: 'fixed_price', local_price: { amount: '5' } } as const
    const theirs = clientOf(harness, harness.other)
    const { id } = await theirs.createCharge({ ...price, requestProps })
    // The same wallet as ours.
    const shared = await theirs.createCharge({
      ...price,
      requestProps: { ...requestProps, recipientAddress: wallet },
    })
    const before = await readRows()
    const own = await harness.chain.transfer(dusd(), otherWallet, 5_000_000n, suffixOf(id))
    const atOurs = await payFor(harness, shared.id)
    const nobodys = await harness.chain.transfer(dusd(), wallet, 77n)
    const rows = await until('their rows', async () => {
      const rows = await readRows('', harness.other.apiKey)
      return rows.length === 2 ? rows : undefined
    })
    const shownOf = (some: readonly BookRow[]) =>
      some.map(({ hash, kind }) => `${hash} ${kind}`).sort()
    const expectedOfOurs = [...shownOf(before), `${nobodys} unmatched`].sort()
    const ours = await until('what is unmatched', async () => {
      const ours = await readRows()
      return ours.length > before.length ? ours : undefined
    })
    assert.deepEqual(shownOf(ours), expectedOfOurs)
    assert.deepEqual(shownOf(rows), [`${own} payment`, `${atOurs} payment`].sort())
  })

  test('are refused in clear words to a wrong call', async () => {
    const cases = [
      ['', 'format'],
      ['format=pdf', 'format'],
      ['format=excel&locale=en_US', 'locale'],
      ['format=excel&time_zone=Mars', 'time_zone'],
      ['format=datev', 'datev'],
      ['format=csv&from=yesterday', 'from'],
      ['format=csv&from=2026-11-01', 'from'],
      ['format=csv&from=2026-11-02T00:00:00Z&to=2026-11-02T00:00:00Z', 'to'],
      ['format=csv&token=DUSD', 'token'],
      ['format=csv&recipient=0x70997970C51812dc3A010C7d01b50e0d17dc79c8', 'recipient'],
      ['format=csv&format=jsonl', 'format'],
      ['format=csv&limit=5', 'limit'],
    ]
    for (const [query, field] of cases) {
      const { status, body } = await call(harness, 'GET', `/books?${query}`)
      const { error } = body as {
        error: { type: string; details: { field: string }[] | { field: string } }
      }
      assert.deepEqual([status, error.type], [400, 'validation_error'], query)
      assert.ok(JSON.stringify(error).includes(`${field}`), query)
    }
  })

  test('are closed to a key without the scope', async () => {
    const args = ['keys', 'create', '--account', harness.shop.id, '--scope', 'proxy', '--json']
    const { stdout } = await runOperator(args, harness.environment)
    const { apiKey } = JSON.parse(stdout) as { apiKey: string }
    assert.equal((await ask('format=csv', apiKey)).status, 403)
    assert.equal((await ask('format=csv', 'pc_00000000_wrong')).status, 401)
  })

  test('come by the client, and by the command to a file that has its name once it is whole', async () => {
    const rows: BookRow[] = []
    for await (const row of clientBooks()) rows.push(row)
    assert.deepEqual(rows, await readRows())
    const folder = await temporaryFolder()
    try {
      const out = join(folder.path, 'books.jsonl')
      const args = [
        'books',
        'export',
        '--account',
        harness.shop.id,
        '--format',
        'jsonl',
        '--out',
        out,
      ]
      await runOperator(args, harness.environment)
      const written = (await readFile(out, 'utf8')).trimEnd().split('\n')
      assert.deepEqual(
        written.map((line) => JSON.parse(line)),
        rows,
      )
      const wrong = runOperator([...args, '--from', 'never'], harness.environment)
      await assert.rejects(wrong, { stderr: /^--from must be an ISO 8601 time/ })
    } finally {
      await folder.remove()
    }
  })
})

/** The plain client: what checks replies against the contract reads JSON. */
function clientBooks() {
  const { baseUrl } = harness.service
  const { apiKey } = harness.shop
  return createClient({ baseUrl, apiKey, timeoutMs: patience }).exportBooks()
}

describe('pay-charge books verify', () => {
  const verify = (...args: string[]) =>
    runOperator(['books', 'verify', '--account', harness.shop.id, ...args], harness.environment)

  test('finds the books equal to the chain, with what the merchant has moved away', async () => {
    const { client } = harness.chain
    const moving = await client.writeContract({
      ...{ account: merchant, address: dusd(), abi: erc20Abi, functionName: 'transfer' },
      args: [otherWallet, 2_000_000n],
    })
    await client.waitForTransactionReceipt({ hash: moving })
    const spending = await client.sendTransaction({ account: merchant, to: stranger, value: 7n })
    await client.waitForTransactionReceipt({ hash: spending })
    // Known to be complete up to here, as it is a minute later by itself.
    await harness.service.end()
    await execute(harness, `update scan_states set block = ${await client.getBlockNumber()}`)
    const { stdout } = await verify()
    assert.match(stdout, /The books equal the chain, to the last unit\.$/m)
    assert.ok(
      stdout.includes(`outgoing  2 DUSD  from ${merchant.address}  to ${otherWallet}`),
      stdout,
    )
    assert.ok(stdout.includes(spending) && stdout.includes(moving))
  })

  test('says no more than the chain tells of a time without blocks', async () => {
    const { stderr, code } = (await verify('--to', '2020-01-01T00:00:00Z').catch(
      (cause: { stderr: string; code: number }) => cause,
    )) as { stderr: string; code: number }
    assert.match(stderr, /: 0 rows, 0 DUSD in all/)
    assert.match(stderr, /nothing was compared\.$/)
    assert.equal(code, 2)
    await assert.rejects(verify('--from', '2026-11-02T00:00:00Z', '--to', '2026-11-01T00:00:00Z'), {
      stderr: '--to must be later than from.',
    })
  })

  /** Changes the books, and takes the change back after the test. */
  async function plant(statements: string, work: () => Promise<void>): Promise<void> {
    const tables = ['payments', 'transfers', 'refunds']
    const keep = tables.map((name) => `create table kept_${name} as select * from ${name}`)
    await execute(harness, [...keep, statements].join(';'))
    try {
      await work()
    } finally {
      const restored = tables.flatMap((name) => [
        `insert into ${name} ${name === 'refunds' ? '' : 'overriding system value'} select * from kept_${name}`,
        `drop table kept_${name}`,
      ])
      await execute(
        harness,
        ['delete from transfers', 'delete from payments', 'delete from refunds', ...restored].join(
          ';',
        ),
      )
    }
  }

  const plants: [name: string, statements: string, said: RegExp][] = [
    [
      'a row that is missing',
      'delete from transfers where amount = 77',
      /no row has this transfer: .*On the chain: 0\.000077 DUSD; in the books: nothing\./,
    ],
    [
      'a payment that is not confirmed',
      `update payments set status = 'PENDING', verified_at = null where received_amount = 6000001`,
      /it is recorded, and not confirmed yet\. On the chain: 6\.000001 DUSD; in the books: nothing\./,
    ],
    [
      'native currency of another amount, by the balance of its block',
      `update transfers set amount = amount - 1, counted_amount = counted_amount - 1 where amount = 1e16`,
      /block \d+ .*balance has changed by another amount\. On the chain: 0\.01 ETH; in the books: 0\.009999999999999999 ETH\./,
    ],
    [
      'a refund of another amount',
      'update refunds set sent_amount = sent_amount - 1 where sent_amount = 1500000',
      /the row has another amount\. On the chain: -1\.5 DUSD; in the books: -1\.499999 DUSD\./,
    ],
    [
      'a refund in native currency of another amount, by the balance of its block',
      'update refunds set sent_amount = sent_amount + 1 where sent_amount = 4e15',
      /block \d+ .*balance has changed by another amount\. On the chain: -0\.004\d+ ETH; in the books: -0\.004\d+ ETH\./,
    ],
    [
      'a fee of another amount, by the balance of its block',
      'update refunds set fee = fee - 1 where sent_amount = 1500000',
      /block \d+ .*balance has changed by another amount\. On the chain: -0\.0\d+ ETH; in the books: -0\.0\d+ ETH\./,
    ],
    [
      'native currency that is missing, by the balance of its block',
      'delete from transfers where amount = 1e16',
      /block \d+ .*balance has changed by another amount\. On the chain: 0\.01 ETH; in the books: 0 ETH\./,
    ],
  ]
  for (const [name, statements, said] of plants)
    test(`finds ${name}, and nothing else`, async () => {
      await plant(statements, async () => {
        const { stderr } = await verify().then(
          () => assert.fail('It has found nothing.'),
          (error: { stderr: string }) => error,
        )
        assert.match(stderr, /The books differ from the chain in 1 places:/)
        assert.match(stderr, said)
      })
    })

  test('finds nothing once that is taken back', async () => {
    await verify()
  })
})

describe('a long export', () => {
  /** Rows before all others. */
  const count = 20_000
  before(async () => {
    await execute(
      harness,
      `insert into arrivals (chain_id, hash, token, recipient, amount, block_hash)
          select chain_id, '0x' || lpad(to_hex(n), 64, '0'), token, recipient, 1, block_hash
          from transfers, generate_series(1, ${count}) as n where amount = 77;
        alter table transfers disable trigger transfers_check_inserted;
        insert into transfers (id, chain_id, hash, position, token, recipient, sender, amount, block_number, block_hash, mined_at,
            status, reason, mentioned_references, created_at)
          select gen_random_uuid(), chain_id, '0x' || lpad(to_hex(n), 64, '0'), 0, token, recipient, sender, 1, block_number,
            block_hash, mined_at - interval '1 year', 'IGNORED', '', '', now()
          from transfers, generate_series(1, ${count}) as n where amount = 77;
        alter table transfers enable trigger transfers_check_inserted`,
    )
    harness.service = await startService(harness.environment)
  })

  test('has every row once, in the order of time and hash', async () => {
    const rows = await readRows()
    const kinds = Object.entries(Object.groupBy(rows, ({ kind }) => kind))
    assert.deepEqual(Object.fromEntries(kinds.map(([kind, { length }]) => [kind, length])), {
      ...{ unmatched: count + 1, payment: 5, refund: 2, fee: 2 },
    })
    const places = rows.map(({ time, hash }) => `${time} ${hash}`)
    assert.deepEqual(places, places.toSorted())
    assert.equal(new Set(rows.map(({ hash, kind }) => `${hash} ${kind}`)).size, rows.length)
  })

  test('ends when its reader leaves', async () => {
    const response = await ask('format=jsonl')
    const reader = response.body?.getReader()
    assert.ok((await reader?.read())?.value)
    await reader?.cancel()
    await until('the end of the reading', () =>
      harness.service.log.find(
        ({ msg }) => msg === 'The reader of an export of the books has left.',
      ),
    )
  })

  test('that the service cannot finish breaks the connection, and never ends like a whole one', async () => {
    await harness.restart({}, () =>
      execute(harness, `update charges set line_items = '7' where name <> ''`),
    )
    for (const format of ['csv', 'jsonl']) {
      const response = await ask(`format=${format}`)
      assert.equal(response.status, 200)
      await assert.rejects(response.text())
    }
    const rows: BookRow[] = []
    const reading = (async () => {
      for await (const row of clientBooks()) rows.push(row)
    })()
    await assert.rejects(reading, { code: 'offline' })
    assert.ok(rows.length >= 500 && rows.length < count + 10)
    const folder = await temporaryFolder()
    try {
      const out = join(folder.path, 'books.csv')
      const args = ['books', 'export', '--account', harness.shop.id, '--out', out]
      await assert.rejects(runOperator(args, harness.environment))
      assert.deepEqual(await readdir(folder.path), [])
    } finally {
      await folder.remove()
    }
  })
})
