import '../../../src/pay-charge.ts'
import type { State } from '../../../src/checkout/state.ts'
import { en } from '../../../src/element/i18n/languages/en.ts'
import {
  loadMessages,
  supportedLocales,
} from '../../../src/element/i18n/languages/load-messages.ts'
import { preview, samples } from '../../../src/element/preview/index.ts'
import { PayError } from '../../../src/errors.ts'
import { equal, ok, turn, until } from '../support/assert.ts'
import { afterEach, test } from '../support/bdd.ts'
import { clear, type PayCharge } from '../support/mount.ts'
import { failureTable, screenTable } from './screen-table.ts'

// Every state of the card times every failure times every language, against a table that a person wrote.

afterEach(clear)

interface Texts {
  readonly [key: string]: string | Texts | undefined
}

/** The text of a path, such as `screens.paid.title`. */
function textOf(messages: object, path: string): string | undefined {
  const found = path.split('.').reduce<unknown>((part, key) => Object(part)[key], messages)
  return typeof found === 'string' ? found : undefined
}

const normal = (text: string) =>
  text
    .replace(/[\u2060\u2066-\u2069\u200e\u200f]/g, '')
    .replace(/\s+/g, ' ')
    .trim()

/** Matches a text whatever its placeholders are filled with. */
function matcher(text: string): RegExp {
  const parts = normal(text)
    .split(/\{\w+\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(parts.join('.+?'), 'u')
}

const marks: Record<string, string> = { '': '!', plain: '-', quiet: '~', wallet: '>' }

/** What is on the screen: its title, all its text, and its buttons as the table writes them. */
function read({ shadowRoot }: PayCharge) {
  const screen = shadowRoot?.querySelector('.screen') as HTMLElement
  const buttons = [...screen.querySelectorAll('button, a.button')].filter(
    (one) => one.part.contains('button') || one.closest('.keep > :first-child') === one,
  )
  return {
    title: normal(screen.querySelector('h2')?.textContent ?? ''),
    text: normal(screen.textContent ?? ''),
    buttons: buttons.map(
      (one) =>
        [
          one.closest('details:not([open])')
            ? '+'
            : (marks[one.className.replace('button', '').trim()] ?? '?'),
          normal(one.textContent ?? ''),
        ] as const,
    ),
    isTurning: !!screen.querySelector('.turns, .spins, .spin'),
  }
}

async function open(locale: string) {
  const element = document.createElement('pay-charge')
  element.setAttribute('locale', locale)
  element.setAttribute('brand-name', 'Shop')
  const { show } = preview(element)
  document.body.append(element)
  const messages = await loadMessages(locale)
  const show_ = async (state: State) => {
    await show(state)
    await turn()
    return read(element)
  }
  // The chunk of the screens that few payers see.
  await show_(sampleOf('scan, payment'))
  await until(
    () =>
      element.shadowRoot?.querySelector('.qr') &&
      element.shadowRoot.querySelector('.card')?.getAttribute('lang') === messages.lang,
    () => `${locale} should be shown`,
  )
  return { show: show_, messages }
}

function sampleOf(name: string): State {
  const found = samples.find((one) => one.name === name)
  if (!found) throw new Error(`No sample ${name}.`)
  return found.state
}

/** All English sentences: none of them may be read in another language. */
function* sentencesOf(texts: object): Generator<string> {
  for (const value of Object.values(texts as Texts))
    if (typeof value === 'string') {
      if (/\s\S+\s/.test(value)) yield value
    } else if (value) yield* sentencesOf(value)
}
const english = [...sentencesOf(en)].map(matcher)

/** The screens on which nothing is under way any more, so that nothing may turn. */
const finalTitles = [
  'nonceUsed.title',
  'notPaid.cancelled.title',
  'notPaid.reverted.title',
  'notPaid.rejected.title',
  'paidAfterEnd.expired.title',
  'paidAfterEnd.cancelled.title',
  'unlinked.title',
  'screens.paid.title',
  'screens.cancelled.title',
  'screens.misdirected.title',
  'ended.expired.title',
  'ended.cancelled.title',
]
/** The sentences beside which no filled button may ask for another payment. */
const warnings = [
  'payAgainWarning',
  'rejectedWarning',
  'droppedWarning',
  'proposedWarning',
  'screens.unknownOutcome.text',
  'misdirectedWarning',
  'unlinked.text',
  'paidAfterEnd.cancelled.text',
  'earlierFound.text',
  'authorized.held',
  'authorized.text',
]
const payments = ['payAgain', 'payAnyway', 'confirmPayAgain', 'pay', 'payRest']

/** Finds what a screen says against itself. */
function contradictions(
  messages: object,
  { title, text, buttons, isTurning }: ReturnType<typeof read>,
): string[] {
  const textAt = (path: string) => textOf(messages, path) ?? ''
  const says = (path: string) => matcher(textAt(path)).test(text)
  const found: string[] = []
  if (isTurning && finalTitles.some((path) => title === normal(textAt(path))))
    found.push(`turns at “${title}”`)
  const isFilled = buttons.some(
    ([mark, label]) =>
      mark === '!' &&
      payments.some((path) => new RegExp(`^${matcher(textAt(path)).source}$`, 'u').test(label)),
  )
  const warning = warnings.find(says)
  if (isFilled && warning) found.push(`a filled button to pay beside ${warning}`)
  return found
}

/** All samples but those of links: their texts are the service's. */
const told = samples.filter(({ state }) => state.step !== 'offered')

test('the table has each screen, and each screen has its row', () => {
  equal(Object.keys(screenTable).sort(), told.map(({ name }) => name).sort())
})

test('each failure that has a text is in the table', () => {
  const read = new Set(failureTable.map(({ reads }) => reads))
  return loadMessages('de').then((messages) => {
    const { errors, mismatches } = messages as unknown as { errors: object; mismatches: object }
    const paths = [
      ...Object.keys(errors).map((key) => `errors.${key}`),
      ...Object.keys(mismatches).map((key) => `mismatches.${key}`),
    ]
    equal(
      paths.filter((path) => !read.has(path)),
      [],
    )
  })
})

for (const locale of supportedLocales)
  test(`${locale}: every screen says what the table says, and nothing against itself`, async () => {
    const { show, messages } = await open(locale)
    const faults: string[] = []
    for (const { name, state } of told) {
      const screen = await show(state)
      const [title, sentences, buttons] = screenTable[name] ?? ['', [], []]
      const textAt = (path: string) => textOf(messages, path)
      const titleText = title ? textAt(title) : ''
      if (
        titleText === undefined ||
        (titleText ? !matcher(titleText).test(screen.title) : screen.title)
      )
        faults.push(`${name}: title “${screen.title}”`)
      for (const path of sentences) {
        // An error of ours has its English text as its message.
        const text = textAt(path)
        if (text === undefined ? locale !== 'en' : !matcher(text).test(screen.text))
          faults.push(`${name}: ${path} is not in “${screen.text}”`)
      }
      const expected = buttons.map(
        (path) => [path[0], matcher(textAt(path.slice(1)) ?? '?')] as const,
      )
      const isSame =
        expected.length === screen.buttons.length &&
        expected.every(([mark, pattern], index) => {
          const [seenMark, label = ''] = screen.buttons[index] ?? []
          return mark === seenMark && pattern.test(label)
        })
      if (!isSame)
        faults.push(`${name}: buttons ${screen.buttons.map((one) => one.join('')).join(' ')}`)
      for (const fault of contradictions(messages, screen)) faults.push(`${name}: ${fault}`)
      if (locale !== 'en')
        for (const sentence of english)
          if (sentence.test(screen.text)) faults.push(`${name}: English ${sentence.source}`)
    }
    equal(faults, [])
  })

/** The sample's state with this error where it has one. */
function withError(state: State, error: PayError): State {
  if (state.step === 'insufficientFunds')
    return {
      ...state,
      option: { ...state.option, refusedAuthorization: { from: state.account.address, error } },
    }
  if (state.step === 'unknownOutcome') return { ...state, lastError: error }
  return {
    ...state,
    [['failed', 'unavailable', 'notPaid', 'storageBlocked'].includes(state.step)
      ? 'error'
      : 'notice']: error,
  } as State
}

for (const locale of supportedLocales)
  test(`${locale}: every failure has its text wherever it comes, and no technical words`, async () => {
    const { show, messages } = await open(locale)
    const faults: string[] = []
    for (const { code, kind, mismatch, status, said, reads, on } of failureTable)
      for (const name of on) {
        const message = said ?? 'Its English text.'
        const details = { kind, mismatch }
        const screen = await show(
          withError(sampleOf(name), new PayError(code, message, { status, details })),
        )
        const where = `${code} ${kind ?? mismatch ?? ''} on ${name}`
        // In English an error of ours reads as its message.
        const text = textOf(messages, reads) ?? (locale === 'en' ? message : undefined)
        if (!text || !screen.text.includes(normal(text)))
          faults.push(`${where}: ${reads} is not in “${screen.text}”`)
        const isTechnical = said && (locale !== 'en' || textOf(messages, reads))
        if ((isTechnical || locale !== 'en') && screen.text.includes(normal(message)))
          faults.push(`${where}: “${message}”`)
        for (const fault of contradictions(messages, screen)) faults.push(`${where}: ${fault}`)
      }
    equal(faults, [])
  })

test('a screen that contradicts itself is found', () => {
  const screen = {
    title: 'Paid',
    text: en.payAgainWarning,
    isTurning: true,
    buttons: [['!', 'Pay again']] as const,
  }
  const found = contradictions(en, { ...screen, buttons: [...screen.buttons] })
  ok(found.length === 2, found.join())
})
