import type { TemplateResult } from 'lit/html.js'
import type { Scene } from './render-context.ts'
import { button } from './shared.ts'

/** One screen back. */
export function back({ send, words }: Scene): TemplateResult {
  return button(words.back, () => send({ type: 'back' }), 'quiet')
}
