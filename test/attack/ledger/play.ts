import { Dice } from '../../fault/dice.ts'
import { perform } from './acts.ts'
import { createCharge } from './calls.ts'
import { checkBooks, Violation } from './check.ts'
import type { Features } from './features.ts'
import type { Figures } from './figures.ts'
import { type Database, startService } from './service.ts'
import { installNodes, nodeUrls, SimulatedTime } from './time.ts'
import { World } from './world.ts'

/** A world, and what happens in it: all of it numbers, so that it can be repeated and made smaller. */
export interface Episode {
  seed: number
  acts: readonly number[]
}

/** What an episode came to. */
export interface Outcome {
  violation: Violation | undefined
  story: readonly string[]
}

/** The episode with this number. */
export function createEpisode(seed: number, length: number): Episode {
  const dice = new Dice(seed)
  return { seed, acts: Array.from({ length }, () => 1 + dice.below(2 ** 31 - 2)) }
}

/**
 * Plays an episode from an empty database on, lets everything be decided, and compares the books.
 *
 * @param check compares them
 */
export async function play(
  database: Database,
  features: Features,
  figures: Figures,
  { seed, acts }: Episode,
  check: (world: World) => Promise<void> = checkBooks,
): Promise<Outcome> {
  const time = new SimulatedTime()
  let unexpected: Error | undefined
  const onError = (error: Error) => {
    unexpected ??= error
  }
  const service = await startService(database, nodeUrls, onError)
  const world = new World({ features, time, service, figures }, seed)
  const giveFetchBack = installNodes(time, world.chain, world.nodes, onError)
  try {
    await begin(world)
    for (const act of acts) {
      await perform(world, act)
      if (unexpected) throw unexpected
    }
    await world.settle()
    if (unexpected) throw unexpected
    await check(world)
    return toOutcome(world, undefined)
  } catch (error) {
    const violation =
      error instanceof Violation ? error : new Violation(`An error: ${(error as Error).stack}`)
    return toOutcome(world, violation)
  } finally {
    await service.stop()
    giveFetchBack()
    time.end()
  }
}

/** Every destination has a charge before anything is sent to it. */
async function begin(world: World): Promise<void> {
  await world.service.call('POST', '/api-keys/charge-webhook', { url: 'https://shop.example/hook' })
  world.mine([])
  for (const destination of world.destinations) await createCharge(world, destination, world.dice)
  world.mine([])
  await world.look()
  world.mine([])
  await world.look()
}

function toOutcome(world: World, violation: Violation | undefined): Outcome {
  world.figures.transactions += world.chain.known.size
  return { violation, story: world.story }
}

/**
 * Leaves out of a failing episode whatever it does not need to fail, as far as the time allows.
 *
 * @param isOver whether there is no more time
 */
export async function reduce(
  { acts, seed }: Episode,
  isFailing: (episode: Episode) => Promise<boolean>,
  isOver: () => boolean,
): Promise<Episode> {
  let best = acts
  for (let size = Math.ceil(acts.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let place = 0; place < best.length && !isOver(); ) {
      const fewer = [...best.slice(0, place), ...best.slice(place + size)]
      if (await isFailing({ seed, acts: fewer })) best = fewer
      else place += size
    }
  }
  return { seed, acts: best }
}
