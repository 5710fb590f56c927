import type { TemplateResult } from 'lit/html.js'
import type { Event, State, Step } from '../../checkout/state.ts'
import type { PageOptions } from '../controller.ts'
import type { Ending } from '../ending.ts'
import type { Formats } from '../format.ts'

/** What a view needs beside its state. */
export interface Scene {
  send: (event: Event) => void
  formats: Formats
  /** The chain's name, as payers know it. */
  network: (chainId: number) => string
  /** How the payment ends; there from the first click on. */
  ending: Ending | undefined
  /** True while the code of the next screen is on its way. */
  busy: boolean
  /** Draws again: what the screen needs is there now. */
  redraw: () => void
  /** What the page has set by properties. */
  page: PageOptions
}

/** A screen is a function of its state. */
export type View<S extends Step> = (
  state: Extract<State, { step: S }>,
  scene: Scene,
) => TemplateResult
