/** `pay-charge/preview`: shows any screen of an element without a charge, a wallet or a network. For designers and tests. */

export * from './element/preview/index.ts'
