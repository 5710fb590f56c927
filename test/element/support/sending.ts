import { turn, until } from './assert.ts'
import { at, type PayCharge, shown } from './mount.ts'
import { type PageWallet, refusal } from './wallet.ts'

/** Says Pay in an element that offers it: the wallet shows the transfer until one of these answers. */
export async function sending(element: PayCharge, wallet: PageWallet) {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  wallet.answer = ({ method }) => (method === 'eth_sendTransaction' ? promise : undefined)
  await at(element, 'ready')
  element.pay()
  await until(
    () => wallet.count('eth_sendTransaction') === 1,
    () => `the wallet should be asked: ${shown(element)}`,
  )
  await turn()
  return {
    approve: () => resolve(undefined),
    refuse: () => resolve(refusal(4001)),
    fail: () => resolve(refusal(-32603, 'Internal error.')),
  }
}
