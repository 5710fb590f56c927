import type { TemplateResult } from 'lit/html.js'
import type { Event, State, Step } from '../../checkout/state.ts'
import type { PageOptions } from '../controller.ts'
import type { Ending } from '../ending.ts'
import type { Formats } from '../format.ts'
import type { FirstWords, Words } from '../languages/words.ts'

/** What the first screens need beside their state. */
export interface FirstScene {
  send: (event: Event) => void
  formats: Formats
  words: FirstWords
  /** Whose shop it is. */
  shop: string | undefined
  /** The chain's name, as payers know it. */
  network: (chainId: number) => string
  /** True while the code of the next screen is on its way. */
  busy: boolean
}

/** What the later screens need besides. */
export interface Scene extends FirstScene {
  words: Words
  /** How the payment ends; there from the first click on. */
  ending: Ending | undefined
  /** Draws again: what the screen needs is there now. */
  redraw: () => void
  /** Another charge can be made in place of one that is over. */
  hasOrder: boolean
  /** What the page has set by properties. */
  page: PageOptions
}

/** A screen is a function of its state. */
export type View<S extends Step, Needs extends FirstScene = Scene> = (
  state: Extract<State, { step: S }>,
  scene: Needs,
) => TemplateResult
