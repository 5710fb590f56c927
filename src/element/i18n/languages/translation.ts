import type { FailureKind, PayError, PayErrorCode } from '../../../errors.ts'
import type { MismatchReason } from '../../../wallet/track/mismatch.ts'
import type { firstMessages } from '../messages.ts'
import type { en, Plural } from './en.ts'

type MessageShape<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends Plural
      ? Plural
      : MessageShape<T[K]>
}

/** All messages except those of errors. A language with a missing text does not compile. */
export type BaseMessages = MessageShape<typeof en>

/** The errors that a payer can see. They see any other one as `service_failed`; `authorization_held` is a screen of its own. */
export type PayerErrorCode = Exclude<
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
  | 'authorization_held'
>

/** The messages of a language other than English, where an error's own message is its text. */
export interface Translation extends BaseMessages {
  errors: Readonly<Record<PayerErrorCode | Exclude<FailureKind, 'order'>, string>>
  /** Reasons why a transaction that the payer has entered does not pay the charge. */
  mismatches: Readonly<Record<MismatchReason | 'no_hash', string>>
}

/** All messages of the card in one language, with the page's own texts. */
export interface Messages extends BaseMessages {
  /** Describes an error to the payer. */
  describeError?(error: PayError): unknown
}

/** The messages of the first screens. Those that come with the code of later screens are optional. */
export type FirstMessages = MessageShape<typeof firstMessages> & Pick<Messages, 'describeError'>

type PartialMessages<T> = {
  readonly [K in keyof T]?: T[K] extends string ? string : PartialMessages<T[K]>
}

/** The page's own texts. For those that are left out, the built-in ones are used. */
export type CustomMessages = PartialMessages<Translation>
