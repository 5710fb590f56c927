import {
  card,
  confirm,
  expect,
  expectPaidOnce,
  newCharge,
  nightly,
  open,
  payButton,
  postpone,
  test,
} from './fixtures.ts'

/**
 * Takes away what came after the oldest browsers that we support (docs/attributes.md: Chrome and Edge 123, Firefox 124, Safari 17.5),
 * and what one of them never had.
 */
function makeOldBrowser() {
  const remove = (owner: object | undefined, ...names: string[]) => {
    for (const name of names) if (owner) Reflect.deleteProperty(owner, name)
  }
  const globals = globalThis as unknown as Record<string, { prototype: object } | undefined>
  remove(URL, 'parse')
  remove(Promise, 'try')
  remove(Math, 'sumPrecise', 'f16round')
  remove(Error, 'isError')
  remove(RegExp, 'escape')
  remove(JSON, 'rawJSON', 'isRawJSON')
  const setMethods = ['union', 'intersection', 'difference', 'symmetricDifference']
  remove(Set.prototype, ...setMethods, 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom')
  const iteratorMethods = ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray']
  remove(globals.Iterator?.prototype, ...iteratorMethods, 'forEach', 'some', 'every', 'find')
  remove(Map.prototype, 'getOrInsert', 'getOrInsertComputed')
  remove(Uint8Array, 'fromBase64', 'fromHex')
  remove(Uint8Array.prototype, 'toBase64', 'toHex', 'setFromBase64', 'setFromHex')
  remove(Response.prototype, 'bytes')
  remove(Request.prototype, 'bytes')
  remove(Blob.prototype, 'bytes')
  remove(HTMLElement.prototype, 'popover', 'showPopover', 'hidePopover', 'togglePopover')
  remove(Element.prototype, 'moveBefore', 'ariaNotify', 'checkVisibility')
  remove(Document, 'parseHTMLUnsafe')
  remove(Intl, 'DurationFormat', 'Segmenter')
  remove(HTMLDialogElement.prototype, 'requestClose', 'closedBy')
  remove(globals, 'Iterator', 'Float16Array', 'requestIdleCallback', 'cancelIdleCallback')
  remove(globals, 'scheduler', 'navigation', 'DisposableStack')
}

test('a browser of May 2024 shows the charge, takes its URLs, and pays', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  await page.addInitScript(makeOldBrowser)
  const charge = await newCharge(stage)
  await open(
    page,
    stage,
    charge,
    `proxy="${stage.shop}/pay" success-url="/success?of=attribute" cancel-url="${stage.shop}/cancel" brand-logo="/logo.svg"`,
  )
  expect(await page.evaluate(() => 'parse' in URL || 'Segmenter' in Intl)).toBe(false)
  await payButton(page).click()
  await confirm(page, stage)
  await expectPaidOnce(stage, charge, payer)
  await page.waitForURL('**/success?of=attribute')
})

nightly('and it goes where the charge itself says', async ({ page, stage, wallet }) => {
  await wallet()
  await page.addInitScript(makeOldBrowser)
  const url = `${stage.shop}/success?of=charge`
  const order = JSON.stringify({ sku: 'mug', charge: { redirect_url: url } })
  await page.goto(stage.page(`<pay-charge order='${order}'></pay-charge>`))
  await payButton(page).click()
  await confirm(page, stage)
  await expect(card(page)).toBeVisible()
  await page.waitForURL(url)
})

test('a code to scan is shown by it, too', async ({ page, stage }) => {
  // The card waits eight seconds for its language, and then speaks English.
  await postpone(page.context(), 8000)
  await page.addInitScript(makeOldBrowser)
  await open(page, stage, await newCharge(stage), 'locale="de" mode="dialog"')
  await card(page).getByRole('button', { name: /\$/ }).click()
  await card(page).getByRole('button', { name: '19,99 DUSD' }).click()
  await card(page).getByRole('button', { name: 'Per QR' }).click()
  await expect(card(page).locator('[part=qr]')).toBeVisible()
})
