import type { Quote } from '../../checkout/quote/payment-option.ts'
import type { Connector } from '../connect/connector.ts'
import { prepareTransfer, type Sender, type TransferPreparation } from './prepare-transfer.ts'

/** Milliseconds for which a transfer may use earlier reads. An account may become a contract, for example. */
const maxAgeMs = 60_000

/** A preparation, with its quote and account. */
export interface KnownPreparation {
  connector: Connector | undefined
  sender: Sender
  quote: Quote
  from: string
  preparation: TransferPreparation
}

/**
 * Keeps the reads of the check of an account's funds, so that the transfer need not repeat them.
 * It is used only for the same wallet, the same account and the very quote that was checked, and not for long.
 */
export class Preparations {
  #last: (KnownPreparation & { startedAtMs: number }) | undefined

  /** Starts the reads, which replace those of an earlier check. */
  start(
    connector: Connector | undefined,
    sender: Sender,
    quote: Quote,
    from: string,
  ): KnownPreparation {
    const preparation = prepareTransfer(sender, quote, from)
    const startedAtMs = performance.now()
    this.#last = { connector, sender, quote, from, preparation, startedAtMs }
    return this.#last
  }

  /** Forgets the reads: their results are not about the quote's chain. */
  clear(): void {
    this.#last = undefined
  }

  /** Returns the reads of the check of this quote, account and wallet. */
  find(connector: Connector | undefined, quote: Quote, from: string): KnownPreparation | undefined {
    const last = this.#last
    const isSame = last?.connector === connector && last?.quote === quote && last.from === from
    return isSame && performance.now() - last.startedAtMs < maxAgeMs ? last : undefined
  }
}
