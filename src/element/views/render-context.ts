import type { TemplateResult } from 'lit/html.js'
import type { Event, State, Step } from '../../checkout/state.ts'
import type { Ending } from '../finish.ts'
import type { PageOptions } from '../host.ts'
import type { Formats } from '../i18n/format.ts'
import type { FirstWords, Words } from '../i18n/languages/words.ts'

/** The context that the first screens need in addition to their state. */
export interface FirstScene {
  send: (event: Event) => void
  formats: Formats
  words: FirstWords
  /** The merchant's name, where it is known. */
  shop: string | undefined
  /** Returns the chain's name for display. */
  network: (chainId: number) => string
  /** Whether the code of the next screen is loading. */
  busy: boolean
}

/** The context that the later screens need in addition to their state. */
export interface Scene extends FirstScene {
  words: Words
  /** The completion handler; set from the first click on. */
  ending: Ending | undefined
  /** Renders again, after something that the screen needs was loaded. */
  redraw: () => void
  /** Whether another charge can be created in place of one that is over. */
  hasOrder: boolean
  /** The options that the page has set by properties. */
  page: PageOptions
}

/** A screen as a function of its state. */
export type View<S extends Step, Needs extends FirstScene = Scene> = (
  state: Extract<State, { step: S }>,
  scene: Needs,
) => TemplateResult
