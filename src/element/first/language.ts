import { loadPart } from '../../errors.ts'
import { createFormatter, type Formatter } from '../../money.ts'
import type { CustomMessages, Messages } from '../i18n/languages/translation.ts'

/** Milliseconds that a card without its language waits before it speaks English. */
const languageLimitMs = 8_000

/** The language of a card. English is built in; other languages and the page's own texts need further code. */
export class Language {
  formatter: Formatter | undefined
  /** The messages in the payer's language, with the page's own texts. Undefined for the built-in English ones. */
  messages: Messages | undefined
  /** The writing direction, also of messages that are loading. */
  direction = ''
  #loading: Promise<Messages | undefined> | undefined
  #hasShownTexts = false
  readonly #onChange: () => void

  /** @param onChange called when other messages are there */
  constructor(onChange: () => void) {
    this.#onChange = onChange
  }

  /** @param locale undefined for the browser's */
  async set(locale: string | undefined, texts: CustomMessages | undefined) {
    this.formatter = createFormatter(locale)
    const language = locale ?? navigator.language
    this.direction = /^(ar|he)/.test(language) ? 'rtl' : 'ltr'
    const isEnglish = !texts && /^en\b/i.test(language)
    const messagesLoad = isEnglish
      ? undefined
      : loadPart(
          import('../i18n/languages/load-messages.ts').then(({ loadMessages }) =>
            loadMessages(language, texts),
          ),
          languageLimitMs,
        )
          // English is used where the messages cannot be loaded.
          .catch(() => undefined)
    this.#loading = messagesLoad
    const loadedMessages = await messagesLoad
    if (this.#loading !== messagesLoad) return
    this.#loading = undefined
    this.messages = loadedMessages
    this.#onChange()
  }

  /**
   * Returns whether a card that is about to be rendered has to do without texts, since they would be replaced a moment
   * later. One that has shown texts before keeps them while others are loading.
   */
  beginRender(): boolean {
    const isAwaited = !this.#hasShownTexts && !!this.#loading
    this.#hasShownTexts = !isAwaited
    return isAwaited
  }
}
