import type { PayError, PayErrorCode } from '../../errors.ts'
import type { Misfit } from '../../wallet/misfit.ts'
import type { firstWords } from '../messages.ts'
import type { en, Plural } from './en.ts'

type Same<T> = {
  readonly [K in keyof T]: T[K] extends string ? string : T[K] extends Plural ? Plural : Same<T[K]>
}

/** All that is said but what went wrong: a language in which a text is missing does not compile. */
export type Base = Same<typeof en>

/** What can go wrong for a payer; all else is `service_failed` to him. */
export type Trouble = Exclude<
  PayErrorCode,
  | 'invalid_setting'
  | 'invalid_signature'
  | 'invalid_request'
  | 'invalid_reply'
  | 'unauthenticated'
  | 'forbidden'
  | 'too_large'
  | 'bad_gateway'
  | 'aborted'
>

/** A language besides English. In English an error's own message, which tells more, is shown. */
export interface Translation extends Base {
  errors: Readonly<Record<Trouble, string>>
  /** Why a transaction that the payer names does not pay. */
  misfits: Readonly<Record<Misfit | 'no_hash', string>>
}

/** What the card says, in one language, with the page's own texts in place of ours. */
export interface Words extends Base {
  /** What went wrong, in a language other than English: there an error's own message stands. */
  tell?(error: PayError): unknown
}

/** What the first screens say. */
export type FirstWords = Same<typeof firstWords> & Pick<Words, 'tell'>

type Some<T> = { readonly [K in keyof T]?: T[K] extends string ? string : Some<T[K]> }

/** A page's own texts. Those that it leaves out stay ours. */
export type OwnWords = Some<Translation>
