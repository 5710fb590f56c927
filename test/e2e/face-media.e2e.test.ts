import type { Page } from '@playwright/test'
import { openGallery, schemes } from './face.ts'
import { card, everyRun, expect, test } from './fixtures.ts'
import { layoutFaults } from './layout.ts'
import { stopAnimations } from './stop-animations.ts'

// What the payer has asked of the system: few colors, more contrast, no motion.

const main = [
  'choose amount, not read',
  'ready',
  'ready, offline',
  'choose wallet',
  'scan, payment',
  'choose token',
  'confirm in wallet',
  'unknown outcome, nothing found',
  'confirming',
  'paid',
]

const wishes = [
  ['forced-colors', { forcedColors: 'active' }],
  ['more-contrast', { contrast: 'more' }],
] as const

for (const [wish, media] of wishes)
  everyRun(wish === 'forced-colors')(`the main screens with ${wish}`, async ({ page, stage }) => {
    await page.setViewportSize({ width: 400, height: 1400 })
    const { show, paint, shoot } = await openGallery(page, stage)
    for (const scheme of schemes) {
      await page.emulateMedia({ ...media, colorScheme: scheme, reducedMotion: 'reduce' })
      await paint(scheme)
      for (const name of main) {
        await show(name)
        expect(await layoutFaults(page), name).toEqual([])
        await shoot(`test/output/screens/face/${wish}-${name.replace(/\W+/g, '-')}-${scheme}.png`)
      }
    }
  })

test('with forced colors every control and what goes on keeps an outline', async ({
  page,
  stage,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const { show } = await openGallery(page, stage)
  for (const name of main) {
    await show(name)
    const plain = await card(page).evaluate(({ shadowRoot }) =>
      [...(shadowRoot?.querySelectorAll('button, input, .notice') ?? [])]
        .filter((one) => {
          const { borderTopWidth, borderTopStyle, borderTopColor, backgroundColor } =
            getComputedStyle(one)
          return (
            one.checkVisibility() &&
            (borderTopWidth === '0px' ||
              borderTopStyle === 'none' ||
              borderTopColor === backgroundColor)
          )
        })
        .map(({ outerHTML }) => outerHTML),
    )
    expect(plain, name).toEqual([])
  }
})

test('nothing moves for who wants no motion, but the slow sign that something goes on', async ({
  page,
  stage,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { show } = await openGallery(page, stage)
  for (const name of ['loading', ...main, 'connecting', 'reporting']) {
    await show(name)
    const running = await card(page).evaluate(({ shadowRoot }) =>
      (shadowRoot?.getAnimations() ?? []).map((one) => [
        (one as CSSAnimation).animationName ?? 'transition',
        one.effect?.getComputedTiming().duration,
      ]),
    )
    // The pay button's first half second moves nothing: it only keeps clicks away.
    const moving = running.filter(([animation]) => animation !== 'arm')
    for (const animation of moving) expect(animation, name).toEqual(['spin', 3000])
  }
})

/** The motions of the card's height. */
const heightMotions = (page: Page) =>
  card(page).evaluate(({ shadowRoot }) =>
    (shadowRoot?.querySelector('.card')?.getAnimations() ?? []).map(
      ({ effect }) => effect?.getComputedTiming().duration,
    ),
  )

test('the card moves to a higher screen in one calm motion, and at once for who wants none', async ({
  page,
  stage,
}) => {
  const { show } = await openGallery(page, stage)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await show('ready')
  await show('confirm in wallet')
  expect(await heightMotions(page)).toEqual([])
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await show('ready')
  await expect.poll(() => heightMotions(page)).toEqual([])
  // A busy machine may need longer than a quarter of a second to be asked.
  const runOn = await stopAnimations(page)
  await show('confirm in wallet')
  await expect.poll(() => heightMotions(page)).toEqual([240])
  // The next test may have this page.
  await runOn()
})
