import type { State } from '../../checkout/state.ts'
import { fill } from '../messages.ts'
import { proofOf } from '../receipt.ts'
import type { Scene } from './view.ts'

/** What a screen reader is told when a screen comes: its title and sentence, as far as they say something by themselves. */
export function announce(state: State, { words, ending }: Scene): string {
  const { title, text } = state.step === 'void' ? words.void[state.why] : words.screens[state.step]
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
