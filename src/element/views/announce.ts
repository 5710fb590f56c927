import type { State } from '../../checkout/state.ts'
import { fill } from '../i18n/messages.ts'
import { proofOf } from '../receipt/receipt.ts'
import type { Scene } from './render-context.ts'

function titleOf(state: State, words: Scene['words']) {
  if (state.step === 'void') return words.void[state.why]
  if (state.step === 'unavailable' && state.why) return words.ended[state.why]
  if (state.step === 'sign' && state.declined) return words.unlinked
  if (state.step === 'earlier' && state.hash) return words.earlierFound
  return words.screens[state.step]
}

/**
 * Returns the text that a screen reader announces for a new screen: its title and sentence, where they need no
 * values.
 */
export function announce(state: State, { words, ending }: Scene): string {
  const { title, text } = titleOf(state, words)
  // The screen shows the same: a payment was sent, whatever else went wrong.
  if (proofOf(state) && 'error' in state && state.step !== 'void') return words.sentTitle
  if (state.step === 'unsure' && state.intent.proposal)
    return state.intent.proposal.kind === 'batch' ? words.batchTitle : words.signTitle
  if (state.step === 'short') {
    const { of, deal, funds } = state
    return fill(title, { symbol: of === 'gas' ? funds.nativeSymbol : deal.quote.token.symbol })
  }
  if (title.includes('{')) return text
  const said = text ? `${title}. ${text}` : title
  // The automatic redirect is announced before it happens (WCAG 2.2, 2.2.1).
  return ending?.leaving ? `${said} ${words.returning}` : said
}
