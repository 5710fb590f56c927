import type { Features } from './features.ts'
import { createFigures, type Figures } from './figures.ts'
import { createEpisode, type Episode, play, reduce } from './play.ts'
import type { Database } from './service.ts'

export interface HuntOptions {
  database: Database
  features: Features
  /** Acts of an episode. */
  length: number
  /** Milliseconds that a failing episode may be made smaller for. */
  reduceMs: number
}

/** Plays one episode. Returns undefined, or what is wrong, with the smallest episode that shows it. */
export async function hunt(
  { database, features, length, reduceMs }: HuntOptions,
  seed: number,
  figures: Figures,
): Promise<string | undefined> {
  const episode = createEpisode(seed, length)
  const { violation } = await play(database, features, figures, episode)
  if (!violation) return undefined
  const isAlike = async (one: Episode) => {
    const other = await play(database, features, createFigures(), one)
    return other.violation !== undefined && other.violation.kind === violation.kind
  }
  const end = Date.now() + reduceMs
  const least = await reduce(episode, isAlike, () => Date.now() > end)
  const last = await play(database, features, createFigures(), least)
  return [
    `Seed ${seed}: ${violation.message}`,
    `${least.acts.length} of ${length} acts are enough: ${last.violation?.message ?? 'it did not repeat.'}`,
    ...last.story,
    `Again: EPISODE='${JSON.stringify(least)}' npm run fuzz`,
  ].join('\n')
}
