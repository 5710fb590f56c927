/**
 * `pay-charge/preview`: shows any screen of an element without a charge, wallet or network, for designers and tests.
 */

export * from './element/preview/index.ts'
