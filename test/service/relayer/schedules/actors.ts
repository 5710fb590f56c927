// The accounts in the schedules of the relayer.

/** They sign in pages. */
export const payers = [
  '0x3333333333333333333333333333333333333333',
  '0x4444444444444444444444444444444444444444',
] as const
/** Pays in a browser, and nowhere else. */
export const browserPayer = '0x6666666666666666666666666666666666666666'
/** Their clients make up nonces, or derive them from challenges, and sign again as soon as a charge is offered. */
export const programs: readonly string[] = [
  '0x7777777777777777777777777777777777777777',
  '0x8888888888888888888888888888888888888888',
]
/** Pays the same shop, at another facilitator: this service knows nothing of its orders. */
export const outsider = '0x9393939393939393939393939393939393939393'
/** Sends what others have signed, and means no harm. */
export const facilitator = '0x9999999999999999999999999999999999999999'
/** A stranger, and his contract. */
export const thief = '0x9191919191919191919191919191919191919191'
export const thiefContract = '0x9292929292929292929292929292929292929292'
/** The relayer's own. */
export const relayers = [
  '0x5555555555555555555555555555555555555555',
  '0x5656565656565656565656565656565656565656',
] as const
