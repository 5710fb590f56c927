import type { Page } from '@playwright/test'

/**
 * Stops the clock of the page's animations, and so the half second in which a new button takes no click: a busy machine
 * may need longer than that for a click or a question. Returns what lets it run on.
 */
export async function stopAnimations(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Animation.enable')
  await session.send('Animation.setPlaybackRate', { playbackRate: 0 })
  return async () => {
    await session.send('Animation.setPlaybackRate', { playbackRate: 1 })
    await session.detach()
  }
}
