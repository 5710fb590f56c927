import { type Address, concatHex, encodeAbiParameters, type Hex } from 'viem'
import {
  beforeExecution,
  encodeAccountCalls,
  encodeBundle,
  encodeMultiSend,
  encodeSafeCall,
  type InnerCall,
  operationEvent,
  suffixOf,
  transferCall,
} from './calldata.ts'
import {
  coin,
  contracts,
  entryPoint,
  junkTokens,
  passersby,
  recipients,
  safeOf,
  wallets,
} from './cast.ts'
import { type Movement, type Step, send, transferLog } from './effects.ts'
import { type Draft, pickPerson, type Scene, type Wish, wish } from './scene.ts'

/** Makes any transaction. */
export function draftTransaction(scene: Scene): Draft {
  const { dice } = scene
  const makers: ((scene: Scene) => Draft)[] = [
    ...[plainTransfer, plainTransfer, plainTransfer, plainTransfer, plainCoin, plainCoin],
    ...[bundle, bundle, safeTransaction, batch, disperse, pull, noise, ownMoney],
    ...[contractCoin, contractCoin],
  ]
  const draft = dice.pick(makers)(scene)
  return dice.chance(6) ? { ...draft, hasReverted: true, honest: [] } : draft
}

interface Sending {
  from: Address
  to: Address | undefined
  value?: bigint
  input?: Hex
  steps?: readonly Step[]
  named?: readonly (readonly [Address, readonly string[]])[]
  honest?: readonly Wish[]
}

function draft({
  from,
  to,
  value = 0n,
  input = '0x',
  steps = [],
  named = [],
  honest = [],
}: Sending): Draft {
  const byAccount = new Map<Address, string[]>()
  for (const [account, references] of named)
    byAccount.set(account, [...(byAccount.get(account) ?? []), ...references])
  return {
    ...{ from, to, value, input, steps, hasReverted: false, named: byAccount },
    honest: honest
      .filter(({ isHonest }) => isHonest)
      .map((one) => ({ movement: one, reference: one.references[0] ?? '' })),
  }
}

/** What a token's transfer leaves: some take a fee, and log what arrived. */
function moved({ token, from, to, amount }: Movement): Step {
  return transferLog(token, from, to, amount)
}

function plainTransfer(scene: Scene): Draft {
  const from = pickPerson(scene.dice)
  const asked = wish(scene, from, false)
  const { token, to, amount, references } = asked
  const fee = scene.dice.chance(5) ? amount / 100n : 0n
  return draft({
    ...{
      from,
      to: token,
      input: transferCall(to, amount, references),
      honest: fee > 0n ? [] : [asked],
    },
    steps: [moved({ ...asked, amount: amount - fee })],
    named: [[from, references]],
  })
}

function plainCoin(scene: Scene): Draft {
  const from = pickPerson(scene.dice)
  const asked = wish(scene, from, true)
  const { to, amount, references } = asked
  const input = suffixOf(references)
  return draft({ from, to, value: amount, input, named: [[from, references]], honest: [asked] })
}

/** What an account does in one go: calls, and what they move. */
function listCalls(scene: Scene, account: Address, count: number) {
  const wishes = Array.from({ length: count }, () => wish(scene, account))
  const calls = wishes.map(
    ({ token, to, amount, references }): InnerCall =>
      token === coin
        ? { to, value: amount, data: suffixOf(references) }
        : { to: token, value: 0n, data: transferCall(to, amount, references) },
  )
  const steps = wishes.map((one) =>
    one.token === coin ? send(account, one.to, one.amount) : moved(one),
  )
  const references = wishes.flatMap((one) => one.references)
  // Of equal transfers with different references, it is enough that as many are named.
  const keys = wishes.map(({ token, to, amount }) => `${token === coin} ${to} ${amount}`)
  const honest = wishes.filter(
    ({ token }, index) =>
      token !== coin && keys.indexOf(keys[index] ?? '') === keys.lastIndexOf(keys[index] ?? ''),
  )
  return { calls, steps, references, honest }
}

/** An account with code (EIP-7702) that calls itself with several transfers. */
function batch(scene: Scene): Draft {
  const from = pickPerson(scene.dice)
  const { calls, steps, references, honest } = listCalls(scene, from, 1 + scene.dice.below(4))
  const input = encodeAccountCalls(calls)
  return draft({ from, to: from, input, steps, named: [[from, references]], honest })
}

/** Operations of several accounts in one transaction (ERC-4337), some of which fail. */
function bundle(scene: Scene): Draft {
  const { dice, features, serial } = scene
  const from = pickPerson(dice)
  const senders = wallets.slice(dice.below(2), 2 + dice.below(3))
  const operations = senders.map((sender) => {
    const made = listCalls(scene, sender, 1 + dice.below(3))
    const crowd = features.crowdedBundles && dice.chance(30) ? crowdOf(scene) : '0x'
    const callData = concatHex([encodeAccountCalls(made.calls), crowd])
    const operation = { sender, nonce: BigInt(serial()), callData }
    return { ...made, operation, isCrowded: crowd !== '0x', hasSucceeded: !dice.chance(12) }
  })
  const through = dice.chance(25) ? dice.pick(contracts) : undefined
  const executed = operations.map(({ operation, steps, hasSucceeded }): Step[] => [
    send(entryPoint, operation.sender, 0n, { steps, hasFailed: !hasSucceeded }),
    operationEvent(operation, hasSucceeded),
  ])
  return draft({
    ...{ from, to: through ?? entryPoint },
    input: encodeBundle(
      operations.map(({ operation }) => operation),
      through,
    ),
    steps: [beforeExecution(), ...executed.flat()],
    named: [
      ...operations.map(({ operation, references }) => [operation.sender, references] as const),
      [from, through ? operations.flatMap(({ references }) => references) : []],
    ],
    honest: operations.flatMap(({ honest, hasSucceeded, isCrowded }) =>
      hasSucceeded && !isCrowded ? honest : [],
    ),
  })
}

/** Suffixes of a stranger's operation that name nothing, and so many that no list of references has room for more. */
function crowdOf({ serial }: Scene): Hex {
  const code = () => serial().toString(16).padStart(32, '0')
  const suffixes = Array.from({ length: 18 }, () => suffixOf(Array.from({ length: 7 }, code)))
  return concatHex(suffixes)
}

/** A Safe's owners have signed, and anybody sends it. */
function safeTransaction(scene: Scene): Draft {
  const { dice, serial } = scene
  const [from, safe] = [pickPerson(dice), safeOf(serial())]
  const { calls, steps, references, honest } = listCalls(scene, safe, 1 + dice.below(3))
  const [only] = calls
  const isDelegated = calls.length > 1 || !only
  const call = isDelegated ? { to: safe, value: 0n, data: encodeMultiSend(calls) } : only
  const { input, success } = encodeSafeCall(safe, call, isDelegated)
  return draft({
    ...{ from, to: safe, input, steps: [...steps, success], honest },
    named: [
      [safe, references],
      [from, references],
    ],
  })
}

/** A contract takes tokens of its caller, and sends them to many: from the caller's account, or from its own. */
function disperse(scene: Scene): Draft {
  const { dice } = scene
  const [from, to] = [pickPerson(dice), dice.pick(contracts)]
  const count = 1 + dice.below(dice.chance(5) ? 40 : 5)
  const asked = Array.from({ length: count }, () => wish(scene, dice.chance(50) ? from : to, false))
  const references = asked[0]?.references ?? []
  return draft({
    ...{ from, to, steps: asked.map(moved), named: [[from, references]] },
    input: concatHex(['0xe63d38ed', encodeList(asked), suffixOf(references)]),
  })
}

const encodeList = (asked: readonly Wish[]): Hex =>
  encodeAbiParameters(
    [{ type: 'address[]' }, { type: 'uint256[]' }],
    [asked.map(({ to }) => to), asked.map(({ amount }) => amount)],
  )

/** A relayer moves others' money, which they allowed to a contract, and names a charge of its own choice. */
function pull(scene: Scene): Draft {
  const { dice } = scene
  const from = pickPerson(dice)
  const asked = Array.from({ length: 1 + dice.below(3) }, () =>
    wish(scene, dice.pick([pickPerson(dice), ...wallets]), false),
  )
  const references = asked[0]?.references ?? []
  return draft({
    ...{ from, to: dice.pick(contracts), steps: asked.map(moved), named: [[from, references]] },
    input: concatHex(['0x23b872dd', encodeList(asked), suffixOf(references)]),
  })
}

/** Logs of contracts that nobody trusts: transfers of junk, and events that only an EntryPoint or a Safe may write. */
function noise(scene: Scene): Draft {
  const { dice, serial } = scene
  const from = pickPerson(dice)
  const asked = wish(scene, dice.pick(wallets), false)
  const liar = dice.pick(contracts)
  const callData = transferCall(asked.to, asked.amount, asked.references)
  const operation = { sender: asked.from, nonce: BigInt(serial()), callData }
  const junk = Array.from({ length: dice.below(30) }, () =>
    transferLog(dice.pick(junkTokens), from, dice.pick(recipients), 1n + BigInt(dice.below(9))),
  )
  return draft({
    ...{ from, to: liar, input: encodeBundle([operation], dice.chance(50) ? liar : undefined) },
    steps: [
      ...[beforeExecution(liar), ...junk, moved(asked), operationEvent(operation, true, liar)],
      ...(dice.chance(30) ? [{ ...moved(asked), topics: [] } as Step] : []),
    ],
    named: [[from, asked.references]],
  })
}

/** A merchant moves money between the own accounts, or out. */
function ownMoney(scene: Scene): Draft {
  const { dice } = scene
  const from = dice.pick(recipients)
  const to = dice.pick([...recipients, ...passersby])
  const asked = { ...wish(scene, from), to }
  if (asked.token === coin) {
    const value = 1_000_000n + BigInt(dice.below(1_000_000))
    return draft({
      from,
      to,
      value,
      input: suffixOf(asked.references),
      named: [[from, asked.references]],
    })
  }
  const input = transferCall(to, asked.amount, asked.references)
  return draft({
    from,
    to: asked.token,
    input,
    steps: [moved(asked)],
    named: [[from, asked.references]],
  })
}

/** A contract passes coin on: to one or several, in nested calls, by creation or at its end. */
function contractCoin(scene: Scene): Draft {
  const { dice } = scene
  const [from, to] = [pickPerson(dice), dice.pick([...contracts, ...wallets])]
  const asked = Array.from({ length: 1 + dice.below(3) }, () => wish(scene, to, true))
  const parts = asked.flatMap((one): Movement[] => {
    if (!dice.chance(30) || one.amount < 2n) return [one]
    return [
      { ...one, amount: 1n },
      { ...one, amount: one.amount - 1n },
    ]
  })
  const steps = parts.map((one): Step => {
    const inner = send(to, one.to, one.amount, dice.chance(20) ? { type: 'SELFDESTRUCT' } : {})
    const choice = dice.below(10)
    if (choice === 0) return send(to, to, 0n, { steps: [inner], hasFailed: true })
    if (choice < 4)
      return send(to, dice.pick(contracts), 0n, { type: 'DELEGATECALL', steps: [inner] })
    return inner
  })
  const references = asked[0]?.references ?? []
  const value = parts.reduce((sum, { amount }) => sum + amount, 0n)
  const input = concatHex(['0xabcdef01', encodeList(asked), suffixOf(references)])
  return draft({ from, to, value, input, steps, named: [[from, references]] })
}
