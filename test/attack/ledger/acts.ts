import { Dice } from '../../fault/dice.ts'
import { cancel, createCharge, decide, report, reserve } from './calls.ts'
import type { Tx } from './chain.ts'
import { draftTransaction } from './transactions.ts'
import type { World } from './world.ts'

type Act = (world: World, dice: Dice) => Promise<void>

/** What happens in the world, with its weight. */
const weights: readonly (readonly [number, Act])[] = [
  [32, send],
  [20, mine],
  [20, look],
  [6, (world, dice) => createCharge(world, dice.pick(world.destinations), dice)],
  [14, report],
  [4, reorganize],
  [3, comeBack],
  [3, flicker],
  [4, changeNode],
  [2, followOther],
  [4, reserve],
  [1, cancel],
  [3, decide],
  [2, letTimePass],
  [1, restart],
  [2, jump],
]
const acts = weights.flatMap(([weight, act]) => Array.from({ length: weight }, () => act))

/** Lets something happen. A number always makes the same of the same world. */
export async function perform(world: World, act: number): Promise<void> {
  const dice = new Dice(act || 1)
  await dice.pick(acts)(world, dice)
}

async function send(world: World, dice: Dice): Promise<void> {
  const tx = world.send(draftTransaction(world.scene(dice)))
  world.tell(`sent ${world.describe(tx)}`)
}

async function mine(world: World, dice: Dice): Promise<void> {
  const wanted = [...world.chain.pool].filter(() => dice.chance(75))
  world.mine(wanted)
  world.tell(`mined block ${world.chain.head.number}`)
}

async function look(world: World, dice: Dice): Promise<void> {
  await world.look(1_000 * (1 + dice.below(8)))
  await world.service.expire()
  world.tell('looked')
}

/** Other blocks take the place of the newest ones. Of their transactions some are gone, and some are spent otherwise. */
async function reorganize(world: World, dice: Dice): Promise<void> {
  const { chain, features } = world
  const isDeep = features.deepReorganizations && dice.chance(30)
  const depth = 1 + dice.below(isDeep ? 30 : 5)
  world.replaced = chain.blocks.slice(Math.max(1, chain.blocks.length - depth))
  const gone = chain.takeBack(depth)
  for (const tx of gone) {
    if (!dice.chance(25)) continue
    chain.drop(tx)
    if (dice.chance(60)) world.send(draftInstead(world, dice, tx), tx.nonce)
  }
  const count = isDeep ? 1 + dice.below(depth) : depth + dice.below(3)
  for (let index = 0; index < count; index += 1)
    world.mine([...chain.pool].filter(() => dice.chance(60)))
  world.tell(`${depth} blocks were replaced by ${count}, up to ${chain.head.number}`)
}

/** The very same blocks come back that were replaced last; they may be replaced again by those that replaced them. */
async function comeBack(world: World): Promise<void> {
  const { chain, features, replaced } = world
  if (!features.blocksComeBack || !chain.canFollow(replaced)) return
  world.replaced = chain.comeBack(replaced)
  world.tell(`${replaced.length} blocks came back, up to ${chain.head.number}`)
}

/** For some seconds there are other blocks, without these transactions, and then the very same ones again. */
async function flicker(world: World, dice: Dice): Promise<void> {
  const { chain, features } = world
  if (!features.blocksComeBack) return
  const blocks = chain.blocks.slice(Math.max(1, chain.blocks.length - 1 - dice.below(8)))
  chain.takeBack(blocks.length)
  for (let index = 0; index < blocks.length; index += 1) world.mine([])
  await world.look(1_000 * (6 + dice.below(60)))
  world.replaced = chain.comeBack(blocks)
  world.tell(`${blocks.length} blocks were gone for some seconds, and came back`)
}

/** A node follows the blocks that the others have replaced, or the others’ again. */
async function followOther(world: World, dice: Dice): Promise<void> {
  const { chain, features, replaced } = world
  if (!features.blocksComeBack) return
  const node = dice.pick(world.nodes)
  node.fork = node.fork || !chain.canFollow(replaced) ? undefined : chain.seenWith(replaced)
  world.tell(`node ${world.nodes.indexOf(node)} has block ${node.fork?.head.number ?? 'as others'}`)
}

/** Another transaction with the nonce of one that is gone. */
function draftInstead(world: World, dice: Dice, { from }: Tx) {
  const nothing = { steps: [], hasReverted: false, named: new Map(), honest: [] }
  for (let tries = 0; tries < 8; tries += 1) {
    const draft = draftTransaction(world.scene(dice))
    if (draft.from === from) return draft
  }
  return { ...nothing, from, to: from, value: 0n, input: '0x' as const }
}

async function changeNode(world: World, dice: Dice): Promise<void> {
  const node = dice.pick(world.nodes)
  const { bothDescriptions } = world.features
  const isDown = dice.chance(25)
  const lag = dice.chance(20) ? dice.below(6) : 0
  const trace = bothDescriptions
    ? dice.pick(['calls', 'flat', 'busy', 'busy'] as const)
    : node.trace
  const keepsState = !bothDescriptions || !dice.chance(20)
  Object.assign(node, { isDown, lag, trace, keepsState })
  const state = JSON.stringify({ ...node, fork: undefined })
  world.tell(`node ${world.nodes.indexOf(node)}: ${state}`)
}

async function letTimePass(world: World, dice: Dice): Promise<void> {
  const minutes = dice.pick([1, 2, 5, 20])
  world.time.pass(minutes * 60_000)
  world.tell(`${minutes} minutes passed`)
}

/** The process ends, and another one continues. */
async function restart(world: World): Promise<void> {
  await world.service.restart()
  world.tell('the service was restarted')
}

/** The machine's clock is set. */
async function jump(world: World, dice: Dice): Promise<void> {
  if (!world.features.clockJumps) return
  const minutes = dice.pick([-600, -10, -1, 1, 10, 600])
  world.time.jump(minutes * 60_000)
  world.tell(`the clock was set by ${minutes} minutes`)
}
