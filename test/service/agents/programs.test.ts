import { after, before, describe } from 'node:test'
import { testCallers } from './programs/callers.ts'
import { testPage } from './programs/page.ts'
import { testShop } from './programs/shop.ts'
import { type Selling, startSelling } from './selling.ts'

describe('programs that pay', () => {
  let selling: Selling
  before(async () => {
    // Two nodes have to show each payment, with the nonce that was accepted for it.
    selling = await startSelling({ QUORUM_ABOVE_USD: '0' })
  })
  after(() => selling?.end())

  describe('for a resource of a shop', () => testShop(() => selling))
  describe('among those who call a page', () => testCallers(() => selling))
  // The last one: it leaves the chain's clock minutes ahead.
  describe('at a charge’s page', () => testPage(() => selling))
})
