import type { Step } from '../../../../checkout/state.ts'

const calm: KeyframeAnimationOptions = { duration: 240, easing: 'cubic-bezier(0.2, 0, 0, 1)' }

/**
 * The card grows or shrinks to its next screen in one calm motion, instead of with a jump. A card that was loading has
 * nothing to move from.
 *
 * @returns called after the next screen was rendered
 */
export function moveHeight(root: ShadowRoot, step: Step): (() => void) | undefined {
  const card = root.querySelector<HTMLElement>('.card')
  const previous = card?.dataset.step
  if (!card || previous === 'loading' || previous === step) return
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const before = card.offsetHeight
  return () => {
    const after = card.offsetHeight
    if (before === 0 || after === 0 || before === after) return
    const at = (height: number) => ({ height: `${height}px`, minHeight: '0', overflow: 'clip' })
    card.animate([at(before), at(after)], calm)
  }
}
