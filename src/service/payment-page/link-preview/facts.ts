import { fillText } from '../../texts/format.ts'
import type { Language } from '../../texts/language.ts'
import type { PictureFacts } from './picture.ts'
import { toLine } from './text.ts'

/** What a messenger is told of a link. */
export interface LinkPreview {
  title: string
  description: string
  /** Undefined for a link that tells nothing of its payment. */
  picture?: PictureFacts | undefined
}

/** What a page knows of its charge. */
export interface LinkFacts {
  /** The merchant's name; '' where there is none. */
  store: string
  /** What is bought; '' where the charge does not say. */
  name: string
  /** The price as the page shows it; '' where the payer chooses the amount. */
  price: string
  color: string | undefined
  livemode: boolean
}

/** The most characters of what a merchant wrote that are told. */
const maxCharacters = { store: 60, name: 120 }

/** Returns what a messenger is told of a link that can be paid, and of which nothing is paid. */
export function describeOffer(facts: LinkFacts, language: Language): LinkPreview {
  const { color, livemode } = facts
  const { locale, dir } = language
  const { paymentPage: texts } = language.texts
  const store = toLine(facts.store, maxCharacters.store)
  const name = toLine(facts.name, maxCharacters.name)
  const heading = fillText(texts.heading, { store })
  const price = toLine(facts.price, maxCharacters.name)
  const description = fillText(texts.payTo, { price: price || texts.anyAmount, store })
  return {
    title: name ? join(name, store) : heading,
    description: livemode ? description : `${description} · ${texts.testHelp}`,
    picture: {
      // Without a price, what is asked for stands in its place.
      ...{ store, what: name || (price ? '' : heading), price },
      ...{ badge: livemode ? '' : texts.test, color, locale, isRtl: dir === 'rtl' },
    },
  }
}

/**
 * Returns what a messenger is told of a link about money that was paid, or that nobody can pay any more: whose page it is. It has a
 * description, since some messengers otherwise take the page's first words.
 */
export function describeNothing(store: string, { texts }: Language): LinkPreview {
  const { details } = texts.paymentPage
  const name = toLine(store, maxCharacters.store)
  return { title: join(details, name), description: name || details }
}

/** Joins two texts, either of which may be of another language. */
function join(what: string, store: string): string {
  return store ? fillText('{what} · {store}', { what, store }) : what
}
