import type { TemplateResult } from 'lit/html.js'
import type { RenderContext } from './render-context.ts'
import { button } from './shared.ts'

/** The button that goes back one screen. */
export function backButton({ send, messages }: RenderContext): TemplateResult {
  return button(messages.back, () => send({ type: 'back' }), 'quiet')
}
