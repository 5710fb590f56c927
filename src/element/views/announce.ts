import type { State } from '../../checkout/state.ts'
import { fill } from '../messages.ts'
import { proofOf } from '../receipt.ts'
import type { Scene } from './view.ts'

function titleOf(state: State, words: Scene['words']) {
  if (state.step === 'void') return words.void[state.why]
  if (state.step === 'unavailable' && state.why) return words.ended[state.why]
  if (state.step === 'sign' && state.declined) return words.unlinked
  if (state.step === 'earlier' && state.hash) return words.earlierFound
  return words.screens[state.step]
}

/** What a screen reader is told when a screen comes: its title and sentence, as far as they say something by themselves. */
export function announce(state: State, { words, ending }: Scene): string {
  const { title, text } = titleOf(state, words)
  // The screen says so too: a payment is known, whatever else went wrong.
  if (proofOf(state) && 'error' in state && state.step !== 'void') return words.sentTitle
  if (state.step === 'unsure' && state.intent.proposal)
    return state.intent.proposal.kind === 'batch' ? words.batchTitle : words.signTitle
  if (state.step === 'short') {
    const { of, deal, funds } = state
    return fill(title, { symbol: of === 'gas' ? funds.nativeSymbol : deal.quote.token.symbol })
  }
  if (title.includes('{')) return text
  const said = text ? `${title}. ${text}` : title
  // The page goes on by itself: told before it does (WCAG 2.2, 2.2.1).
  return ending?.leaving ? `${said} ${words.returning}` : said
}
