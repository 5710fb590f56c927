import type { TemplateResult } from 'lit/html.js'
import type { Scene } from './render-context.ts'
import { button } from './shared.ts'

/** The button that goes back one screen. */
export function back({ send, words }: Scene): TemplateResult {
  return button(words.back, () => send({ type: 'back' }), 'quiet')
}
