import type { State } from '../../checkout/state.ts'
import type { Words } from '../languages/words.ts'
import { proofOf } from '../receipt.ts'

/** What a screen reader is told when a screen comes: its title and sentence, as far as they say something by themselves. */
export function announce(state: State, words: Words): string {
  const { title, text } = words.screens[state.step]
  // The screen says so too: a payment is known, whatever else went wrong.
  if (proofOf(state) && 'error' in state && state.step !== 'void') return words.sentTitle
  if (state.step === 'unsure' && state.intent.proposal)
    return state.intent.proposal.kind === 'batch' ? words.batchTitle : words.signTitle
  if (title.includes('{')) return text
  return text ? `${title}. ${text}` : title
}
