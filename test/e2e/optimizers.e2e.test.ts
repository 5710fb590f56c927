import { readFile } from 'node:fs/promises'
import { card, expect, newCharge, payButton, test } from './fixtures.ts'

// Plug-ins and CDNs that optimize scripts load the entry in ways of their own. Where its other files cannot be found from
// there, the console says what to do: docs/faq.md.

const policy =
  "default-src 'self'; script-src 'self' 'unsafe-inline' blob:; style-src 'self'; img-src 'self' data:"
const ways = {
  'as a blob': `<script type="module">
    const code = await (await fetch('/pay-charge.js')).text()
    await import(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })))
  </script>`,
  'combined into a file elsewhere':
    '<script type="module" src="/cache/min/1/ddaf06ba.js"></script>',
}

for (const [way, html] of Object.entries(ways))
  test(`a script that is loaded ${way} shows the price, and the console says once what to exclude`, async ({
    page,
    stage,
  }) => {
    const entry = await readFile(new URL('../../dist/browser/pay-charge.js', import.meta.url))
    await page.route('**/cache/min/**', (route) =>
      route.request().url().endsWith('/ddaf06ba.js')
        ? route.fulfill({ body: entry, contentType: 'text/javascript' })
        : route.fulfill({ status: 404 }),
    )
    const errors: string[] = []
    page.on('console', (message) => {
      if (message.text().startsWith('pay-charge:')) errors.push(message.text())
    })
    const { id } = await newCharge(stage)
    const element = `<pay-charge charge-id="${id}"></pay-charge>`
    await page.goto(stage.page(element, '', { html, scriptSource: '', policy }))
    await expect(payButton(page)).toBeVisible()
    for (let click = 0; click < 2; click++) {
      await payButton(page).click()
      await expect(card(page)).toContainText('Part of this page couldn’t load')
    }
    expect(errors).toHaveLength(1)
    expect(errors[0]).toMatch(/It ran as (blob:|http:\S+ddaf06ba\.js).*exclude it from optimizers/)
  })
