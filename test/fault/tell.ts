import { reduce, report } from './hunt.ts'
import { play, type Schedule } from './play.ts'

// Plays one schedule, which SCHEDULE gives as JSON, and tells the story of what is left of it when all that it does not
// need to break is left out. WHOLE=1 tells all.

const schedule = JSON.parse(process.env.SCHEDULE ?? '') as Schedule
const violation = await play(schedule)
if (violation) {
  const least = process.env.WHOLE ? { schedule, violation } : await reduce(schedule, violation)
  console.log(await report({ after: 1, ...least }))
} else {
  const story: string[] = []
  await play(schedule, story)
  console.log(`${story.join('\n')}\nNo invariant is broken.`)
}
