import assert from 'node:assert/strict'
import { performance } from 'node:perf_hooks'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  concatHex,
  encodeFunctionData,
  encodePacked,
  type Hex,
  hashTypedData,
  pad,
  size,
  toFunctionSelector,
  toHex,
} from 'viem'
import { computeReference } from '../../../../src/service/kernel/reference.ts'
import { attributeTransfers } from '../../../../src/service/payments/proof/proof.ts'
import {
  abi,
  address,
  batch,
  begun,
  bundle,
  chainId,
  entryPoint6,
  entryPoint7,
  entryPoint8,
  executed,
  factsOf,
  moved,
  named,
  native,
  other,
  otherToken,
  payer,
  prove,
  refA,
  refB,
  shop,
  single,
  stranger,
  suffix,
  token,
  transfer,
  trusted,
  watched,
} from './facts.ts'

describe('a transaction that the payer signed', () => {
  test('names what left the payer’s account', () => {
    const told = { input: transfer(shop, 5n, refA), logs: [moved(payer, 5n)] }
    const money = { token, recipient: shop, sender: payer, amount: 5n, references: [refA] }
    const sent = { ...money, authorization: undefined }
    assert.deepEqual(prove(told), {
      transfers: [{ position: 40, ...sent }],
      movements: [{ position: 40, ...sent }],
      mentionedReferences: [refA],
      hasUnknownNativeAmount: true,
    })
  })

  test('names nothing of what left another’s account: an escrow that anybody may release', () => {
    const release = concatHex([encodeFunctionData({ abi, functionName: 'release' }), suffix(refA)])
    assert.deepEqual(
      named({ from: stranger, to: other, input: release, logs: [moved(other, 300n)] }),
      [[300n]],
    )
    const coin = [{ from: other, to: shop, value: 300n }]
    assert.deepEqual(named({ from: stranger, to: other, input: release, coin }), [[300n]])
  })

  test('names both of two tokens that one call sends', () => {
    const input = concatHex(['0x12345678', suffix(refA)])
    const logs = [moved(payer, 30n), moved(payer, 20n, otherToken)]
    assert.deepEqual(named({ to: other, input, logs }), [
      [30n, refA],
      [20n, refA],
    ])
  })

  test('names what a token that takes a fee lets through', () => {
    const logs = [moved(payer, 99n), moved(payer, 1n, token, other)]
    assert.deepEqual(named({ input: transfer(shop, 100n, refA), logs }), [[99n, refA]])
  })

  test('names the value that it carries itself', () => {
    const told = { to: shop, value: 7n, input: suffix(refA), coin: [] }
    assert.deepEqual(prove(told).transfers, [
      {
        position: -1,
        token: native,
        recipient: shop,
        sender: payer,
        amount: 7n,
        authorization: undefined,
        references: [refA],
      },
    ])
    assert.equal(prove(told).hasUnknownNativeAmount, false)
  })

  test('still names its charge when a wallet puts suffixes of its own before and behind', () => {
    const call = transfer(shop, 5n)
    for (const parts of [
      [call, suffix('wallet'), suffix(refA)],
      [call, suffix(refA), suffix('wallet', 'app')],
    ]) {
      assert.deepEqual(named({ input: concatHex(parts), logs: [moved(payer, 5n)] }), [[5n, refA]])
    }
  })

  test('takes the suffix of an account’s batch for the transfer that it stands behind', () => {
    const calls = (first: Hex, second: Hex) =>
      batch({ to: token, value: 0n, data: first }, { to: token, value: 0n, data: second })
    const logs = [moved(payer, 53n), moved(payer, 54n)]
    const both = [[53n, refA], [54n]]
    assert.deepEqual(
      named({ to: payer, input: calls(transfer(shop, 53n, refA), transfer(shop, 54n)), logs }),
      both,
    )
    assert.deepEqual(
      named({
        to: payer,
        input: calls(transfer(shop, 54n), transfer(shop, 53n, refA)),
        logs: logs.toReversed(),
      }),
      both.toReversed(),
    )
    assert.deepEqual(
      named({
        to: payer,
        input: calls(transfer(shop, 53n, refA), transfer(shop, 54n, refB)),
        logs,
      }),
      [
        [53n, refA],
        [54n, refB],
      ],
    )
  })

  test('does the same for native currency', () => {
    const input = batch(
      { to: shop, value: 53n, data: suffix(refA) },
      { to: shop, value: 54n, data: '0x' },
    )
    const coin = [53n, 54n].map((value) => ({ from: payer, to: shop, value }))
    assert.deepEqual(named({ to: payer, input, coin }), [[54n], [53n, refA]])
  })

  test('names nothing with two references, and says which', () => {
    assert.deepEqual(named({ input: transfer(shop, 5n, refA, refB), logs: [moved(payer, 5n)] }), [
      [5n, refA, refB],
    ])
    const two = concatHex([transfer(shop, 5n, refA), suffix(refB)])
    assert.deepEqual(named({ input: two, logs: [moved(payer, 5n)] }), [[5n, refA, refB]])
  })

  test('gives no transfer to a call that may have failed', () => {
    const call = { to: token, value: 0n, data: transfer(shop, 5n, refA) }
    const input = batch(call, { ...call, data: transfer(shop, 5n, refB) })
    assert.deepEqual(named({ to: payer, input, logs: [moved(payer, 5n)] }), [[5n]])
  })

  test('two withdrawals of an exchange in one transaction name nobody', () => {
    assert.deepEqual(
      named({
        from: stranger,
        to: other,
        input: '0x12345678',
        logs: [moved(other, 5n), moved(other, 6n)],
      }),
      [[5n], [6n]],
    )
  })
})

test('nothing arrives by a revert, a zero, a transfer to itself, or another token', () => {
  const input = transfer(shop, 5n, refA)
  assert.deepEqual(named({ input, logs: [moved(payer, 5n)], succeeded: false }), [])
  const logs = [
    moved(payer, 0n),
    moved(shop, 5n),
    moved(payer, 5n, address('9')),
    moved(payer, 5n, token, other),
  ]
  assert.deepEqual(named({ input, logs, from: shop }), [])
})

test('an NFT’s transfer is no money', () => {
  const log = moved(payer, 5n)
  assert.deepEqual(
    named({
      input: transfer(shop, 5n, refA),
      logs: [{ ...log, topics: [...log.topics, pad('0x5')], data: '0x' }],
    }),
    [],
  )
})

test('what is mentioned is found wherever it stands, and proves nothing', () => {
  const told = {
    from: stranger,
    to: other,
    input: batch({ to: token, value: 0n, data: transfer(shop, 5n, refA.toUpperCase()) }),
    logs: [moved(other, 5n)],
  }
  assert.deepEqual(prove(told).mentionedReferences, [refA])
  assert.deepEqual(named(told), [[5n]])
})

describe('calldata with thousands of references, and thousands of logs of any token', () => {
  const references = Array.from({ length: 3500 }, (_, index) => computeReference(String(index)))
  const [own = '', ...others] = references
  const many = (count: number) => Array.from({ length: count }, () => moved(payer, 1n, otherToken))

  test('gives its transfers a few of them, in lists that they share', () => {
    for (const input of [
      concatHex(['0x12345678', ...references.map((one) => suffix(one))]),
      // Each after a call that cannot be decoded.
      concatHex(references.flatMap((one) => ['0x12345678', suffix(one)] as const)),
    ]) {
      const { movements, mentionedReferences } = prove({ to: other, input, logs: many(7400) })
      assert.equal(movements.length, 7400)
      assert.ok(new Set(movements.map((one) => one.references)).size <= 2)
      assert.ok(movements.every((one) => one.references.length > 1))
      for (const list of [mentionedReferences, ...movements.map((one) => one.references)])
        assert.ok(list.length <= 8, `${list.length} references`)
    }
  })

  test('in one operation of a bundle leave its neighbor’s reference in place', () => {
    const spam = concatHex([transfer(shop, 1n), ...others.map((one) => suffix(one))])
    const { input, hashes } = bundle([
      { sender: stranger, callData: single(token, 0n, spam) },
      { sender: payer, callData: single(token, 0n, transfer(shop, 5n, own)) },
    ])
    const [first = '0x', second = '0x'] = hashes
    const logs = [
      begun(),
      moved(stranger, 1n),
      executed(first, stranger),
      moved(payer, 5n),
      executed(second, payer),
    ]
    const { transfers, mentionedReferences } = prove({ to: entryPoint7, input, logs })
    const [theirs, ours] = transfers
    assert.ok((theirs?.references.length ?? 0) > 1)
    assert.deepEqual(ours?.references, [own])
    assert.ok(mentionedReferences.includes(own))
  })
})

test('a code of a wallet’s own is no reference, wherever it stands', () => {
  const code = '1a'.repeat(16)
  for (const input of [
    transfer(shop, 5n, code, refA),
    concatHex([transfer(shop, 5n, refA), suffix(code)]),
    concatHex([transfer(shop, 5n, code), suffix(refA)]),
  ])
    assert.deepEqual(named({ input, logs: [moved(payer, 5n)] }), [[5n, refA]])
  assert.deepEqual(named({ input: transfer(shop, 5n, code), logs: [moved(payer, 5n)] }), [[5n]])
})

describe('user operations', () => {
  const call = (amount: bigint, ...codes: string[]) =>
    single(token, 0n, transfer(shop, amount, ...codes))
  const sent = (at: Hex, to: Hex = at) => {
    const { input, hashes } = bundle(
      [
        { sender: payer, callData: call(5n, refA) },
        { sender: other, callData: call(5n, refB) },
      ],
      at,
    )
    const [one, two] = hashes as [Hex, Hex]
    const logs = [
      begun(at),
      moved(payer, 5n),
      executed(one, payer, true, at),
      moved(other, 5n),
      executed(two, other, true, at),
    ]
    return { from: stranger, to, input, logs }
  }

  for (const [version, at] of Object.entries({
    '0.6': entryPoint6,
    '0.7': entryPoint7,
    '0.8': entryPoint8,
  })) {
    test(`name what left their own accounts (EntryPoint ${version})`, () => {
      assert.deepEqual(named(sent(at)), [
        [5n, refA],
        [5n, refB],
      ])
    })
    test(`are known by their hash inside a bundler’s own contract (EntryPoint ${version})`, () => {
      const { input, ...told } = sent(at, stranger)
      const wrapped = single(at, 0n, input)
      assert.deepEqual(named({ ...told, input: wrapped }), [
        [5n, refA],
        [5n, refB],
      ])
    })
  }

  test('in which one amount stands, two of them are not mixed up', () => {
    const told = sent(entryPoint7)
    const [begin, , one, , two] = told.logs
    const logs = [begin, one, moved(payer, 5n), moved(other, 5n), two].filter(
      (log) => log !== undefined,
    )
    // The payer's money left in the other's operation: by an allowance, say.
    assert.deepEqual(named({ ...told, logs }), [[5n], [5n, refB]])
  })

  test('that a bundler invents are not believed', () => {
    const { input } = bundle([{ sender: payer, callData: call(5n, refB) }])
    const { hashes } = bundle([{ sender: payer, callData: call(5n) }])
    const [real = '0x'] = hashes
    const logs = [begun(), moved(payer, 5n), executed(real, payer)]
    assert.deepEqual(
      named({ from: stranger, to: other, input: single(entryPoint7, 0n, input), logs }),
      [[5n]],
    )
  })

  test('are believed by the word of a trusted EntryPoint only', () => {
    const forger = address('9')
    const { logs, ...told } = sent(entryPoint7)
    const forged = logs.map((log) =>
      log.address === entryPoint7.toLowerCase() ? { ...log, address: forger } : log,
    )
    assert.deepEqual(named({ ...told, logs: forged, to: forger }), [[5n], [5n]])
    assert.deepEqual(named({ ...told, logs: forged }), [[5n], [5n]])
  })

  test('that failed moved nothing', () => {
    const {
      input,
      hashes: [hash = '0x'],
    } = bundle([{ sender: payer, callData: call(5n, refA) }])
    assert.deepEqual(
      named({
        to: entryPoint7,
        input,
        logs: [begun(), moved(payer, 5n), executed(hash, payer, false)],
      }),
      [[5n]],
    )
  })

  test('take no name from their signature, nor from what a bundler writes behind them', () => {
    const {
      input,
      hashes: [hash = '0x'],
    } = bundle([{ sender: payer, callData: call(5n), signature: suffix(refB) }])
    const logs = [begun(), moved(payer, 5n), executed(hash, payer), moved(stranger, 6n)]
    const told = { from: stranger, to: entryPoint7, logs }
    assert.deepEqual(named({ ...told, input }), [[5n], [6n]])
    assert.deepEqual(named({ ...told, input: concatHex([input, suffix(refB)]) }), [[5n], [6n]])
  })

  test('with logs before the EntryPoint began have no part in them', () => {
    const {
      input,
      hashes: [hash = '0x'],
    } = bundle([{ sender: payer, callData: call(5n, refA) }])
    const logs = [moved(payer, 300n), begun(), moved(payer, 5n), executed(hash, payer)]
    assert.deepEqual(named({ from: stranger, to: entryPoint7, input, logs }), [[300n], [5n, refA]])
  })

  test('that send native currency name it', () => {
    const {
      input,
      hashes: [hash = '0x'],
    } = bundle([{ sender: payer, callData: single(shop, 9n, suffix(refA)) }])
    const told = { from: stranger, to: entryPoint7, input, logs: [begun(), executed(hash, payer)] }
    for (const logsBefore of [1, undefined]) {
      assert.deepEqual(
        named({ ...told, coin: [{ from: payer, to: shop, value: 9n, logsBefore }] }),
        [[9n, refA]],
      )
    }
    assert.deepEqual(
      named({ ...told, coin: [{ from: payer, to: shop, value: 9n, logsBefore: 0 }] }),
      [[9n]],
    )
  })
})

describe('a Safe', () => {
  const safe = address('8')
  const terms = {
    to: token,
    value: 0n,
    data: '0x' as Hex,
    operation: 0,
    safeTxGas: 0n,
    baseGas: 0n,
    gasPrice: 0n,
    gasToken: native,
    refundReceiver: native,
  }
  const types = {
    SafeTx: [
      ...[
        'address to',
        'uint256 value',
        'bytes data',
        'uint8 operation',
        'uint256 safeTxGas',
        'uint256 baseGas',
        'uint256 gasPrice',
        'address gasToken',
        'address refundReceiver',
        'uint256 nonce',
      ].map((one) => {
        const [type = '', name = ''] = one.split(' ')
        return { type, name }
      }),
    ],
  }
  const hashOf = (over: Partial<typeof terms>, nonce: bigint, old = false) =>
    hashTypedData({
      types,
      primaryType: 'SafeTx',
      domain: { ...(old ? {} : { chainId }), verifyingContract: safe },
      message: { ...terms, ...over, nonce },
    })
  const exec = (over: Partial<typeof terms>) => {
    const { to, value, data, operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver } = {
      ...terms,
      ...over,
    }
    return encodeFunctionData({
      abi,
      functionName: 'execTransaction',
      args: [
        to,
        value,
        data,
        operation,
        safeTxGas,
        baseGas,
        gasPrice,
        gasToken,
        refundReceiver,
        '0x99',
      ],
    })
  }
  const success = '0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e'
  const done = (hash: Hex, at: Hex = safe, indexed = true) => ({
    address: at,
    topics: indexed ? [success, hash] : [success],
    data: indexed ? pad('0x0') : concatHex([hash, pad('0x0')]),
  })
  const pays = { data: transfer(shop, 5n, refA) }
  const nonces = { [safe]: 4n }

  test('names what its owners signed, whoever sends it', () => {
    for (const indexed of [true, false]) {
      for (const old of [true, false]) {
        const logs = [moved(safe, 5n), done(hashOf(pays, 3n, old), safe, indexed)]
        assert.deepEqual(named({ from: stranger, to: safe, input: exec(pays), logs, nonces }), [
          [5n, refA],
        ])
        const relayed = single(safe, 0n, exec(pays))
        assert.deepEqual(named({ from: stranger, to: other, input: relayed, logs, nonces }), [
          [5n, refA],
        ])
      }
    }
  })

  test('is not named by arguments that it did not execute', () => {
    const logs = [moved(safe, 5n), done(hashOf({ data: transfer(shop, 5n) }, 3n))]
    assert.deepEqual(named({ from: stranger, to: other, input: exec(pays), logs, nonces }), [[5n]])
  })

  test('is not named by what another contract says', () => {
    const logs = [moved(safe, 5n), done(hashOf(pays, 3n), stranger)]
    assert.deepEqual(
      named({
        from: stranger,
        to: other,
        input: exec(pays),
        logs,
        nonces: { ...nonces, [stranger]: 4n },
      }),
      [[5n]],
    )
  })

  test('names nothing that it moved in another execution of the transaction', () => {
    const first = { data: transfer(shop, 5n) }
    const input = batch(
      { to: safe, value: 0n, data: exec(first) },
      { to: safe, value: 0n, data: exec(pays) },
    )
    const logs = [moved(safe, 5n), done(hashOf(first, 2n)), moved(safe, 5n), done(hashOf(pays, 3n))]
    assert.deepEqual(named({ from: stranger, to: other, input, logs, nonces }), [[5n], [5n, refA]])
  })

  test('names one of the transfers of its batch (multiSend)', () => {
    const part = (to: Hex, value: bigint, data: Hex) =>
      encodePacked(
        ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
        [0, to, value, BigInt(size(data)), data],
      )
    const transactions = concatHex([
      part(token, 0n, transfer(shop, 53n, refA)),
      part(token, 0n, transfer(shop, 54n)),
      part(shop, 7n, suffix(refB)),
      part(shop, 8n, '0x'),
    ])
    const all = {
      to: address('7'),
      operation: 1,
      data: encodeFunctionData({ abi, functionName: 'multiSend', args: [transactions] }),
    }
    const logs = [moved(safe, 53n), moved(safe, 54n), done(hashOf(all, 3n))]
    const coin = [7n, 8n].map((value) => ({ from: safe, to: shop, value, logsBefore: 2 }))
    assert.deepEqual(named({ from: stranger, to: safe, input: exec(all), logs, coin, nonces }), [
      [8n],
      [7n, refB],
      [53n, refA],
      [54n],
    ])
  })

  test('tells by its own event what native currency it sent, where the chain does not', () => {
    const sends = { to: shop, value: 400n, data: suffix(refA) }
    const told = {
      from: stranger,
      to: safe,
      input: exec(sends),
      logs: [done(hashOf(sends, 3n))],
      nonces,
    }
    assert.deepEqual(named(told), [[400n, refA]])
    assert.equal(prove(told).hasUnknownNativeAmount, false)
    assert.deepEqual(named({ ...told, coin: [{ from: '', to: shop, value: 400n }] }), [
      [400n, refA],
    ])
    assert.deepEqual(named({ ...told, coin: [{ from: '', to: shop, value: 500n }] }), [[500n]])
  })

  test('whose native currency nobody can tell of is undecided, never nothing', () => {
    const { transfers, hasUnknownNativeAmount } = prove({
      from: stranger,
      to: safe,
      input: exec({ to: shop, value: 400n }),
    })
    assert.deepEqual([transfers.length, hasUnknownNativeAmount], [0, true])
  })
})

test('the selectors that are looked for are those of the functions', () => {
  assert.equal(
    toFunctionSelector(
      'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
    ),
    '0x6a761202',
  )
  assert.equal(toFunctionSelector('execute(address,uint256,bytes)'), '0xb61d27f6')
  assert.equal(toFunctionSelector('executeUserOp(address,uint256,bytes,uint8)'), '0x7bb37428')
  assert.equal(
    toFunctionSelector('executeUserOpWithErrorString(address,uint256,bytes,uint8)'),
    '0x541d63c8',
  )
  assert.equal(toFunctionSelector('execute(address,uint256,bytes,uint8)'), '0x51945447')
})

describe('hostile calldata', () => {
  const pieces = fc.constantFrom(
    suffix(refA),
    suffix(refB),
    suffix(refA, refB),
    transfer(shop, 5n, refA),
    transfer(shop, 5n),
    bundle([{ sender: payer, callData: transfer(shop, 5n, refA) }]).input,
    '0x6a761202',
    '0x1fad948c',
    '0x765e827f',
    '0x80218021802180218021802180218021' as Hex,
    pad('0x20'),
    pad('0x60'),
    pad('0x5'),
    `0x${'ff'.repeat(32)}` as Hex,
  )
  const bytes = fc.uint8Array({ maxLength: 90 }).map((one) => toHex(one))
  const input = fc
    .array(fc.oneof(pieces, bytes), { maxLength: 20 })
    .map((parts) => concatHex(parts))
  const logs = fc.array(
    fc.constantFrom(
      moved(payer, 5n),
      moved(other, 5n),
      moved(stranger, 5n),
      begun(),
      executed(`0x${'12'.repeat(32)}`, payer),
      { address: other, topics: [], data: '0x' },
      {
        address: other,
        topics: ['0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e'],
        data: '0x12',
      },
    ),
    { maxLength: 12 },
  )

  test('never throws, and proves nothing of accounts that neither signed nor executed', () => {
    fc.assert(
      fc.property(input, logs, fc.constantFrom(entryPoint7, other), (data, all, to) => {
        const told = { from: stranger, to, input: data, logs: all, nonces: { [other]: 3n } }
        for (const { sender, references } of prove(told).transfers) {
          if (sender !== stranger && to !== entryPoint7) assert.deepEqual(references, [])
        }
      }),
      { numRuns: 500 },
    )
  })

  const long = 128 * 1024
  const fill = (part: Hex) =>
    `0x${part.slice(2).repeat(Math.ceil((2 * long) / (part.length - 2)))}` as Hex
  // Of one tuple many times, which all lie in the same bytes.
  const overlapping = concatHex([
    '0x765e827f',
    pad('0x40'),
    pad('0x1'),
    toHex(1000n, { size: 32 }),
    fill(pad('0x7d00')),
  ])
  const heavy: Record<string, Hex> = {
    markers: fill('0x8021'),
    suffixes: fill(suffix(refA)),
    'empty suffixes': fill('0x000080218021802180218021802180218021'),
    'suffixes that overlap': fill('0xff0080218021802180218021802180218021'),
    'Safe calls': fill(concatHex(['0x6a761202', pad('0x0')])),
    'more Safe calls': fill(
      concatHex(['0x6a761202', pad('0x1'), pad('0x0'), pad('0x20'), pad('0x0')]),
    ),
    'bundle calls': fill(concatHex(['0x765e827f', pad('0x40')])),
    'operations that overlap': overlapping,
    transfers: fill(transfer(shop, 5n, refA)),
  }
  for (const [name, data] of Object.entries(heavy)) {
    test(`of 128 KiB is read in moderate time: ${name}`, () => {
      const many = Array.from({ length: 500 }, () => moved(payer, 5n))
      const marks = [
        begun(),
        executed(`0x${'12'.repeat(32)}`, payer),
        {
          address: other,
          topics: [
            '0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e',
            pad('0x1'),
          ],
          data: '0x',
        },
      ]
      const facts = factsOf({
        to: entryPoint7,
        input: data,
        logs: [...many, ...marks],
        nonces: { [other]: 90n },
      })
      const begin = performance.now()
      attributeTransfers(facts, watched, trusted)
      attributeTransfers(
        { ...facts, transaction: facts.transaction && { ...facts.transaction, to: other } },
        watched,
        trusted,
      )
      assert.ok(performance.now() - begin < 3000, `${performance.now() - begin} ms`)
    })
  }
})
