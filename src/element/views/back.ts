import type { TemplateResult } from 'lit/html.js'
import { button } from './first.ts'
import type { Scene } from './view.ts'

/** One screen back. */
export function back({ send, words }: Scene): TemplateResult {
  return button(words.back, () => send({ type: 'back' }), 'quiet')
}
