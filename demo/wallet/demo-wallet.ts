/**
 * A wallet for trying the checkout without one: it announces itself to the page as a browser
 * extension does (https://eips.ethereum.org/EIPS/eip-6963), and pays from one of the local chain's
 * well known accounts.
 *
 *   <script type="module" src="/demo-wallet.js" data-rpc="/chain" data-account="1"></script>
 *
 * data-rpc: URL of the chain's JSON-RPC, relative to the page. data-account: 0 to 9, default 1. data-coinless: it also has an
 * account with dollars and no coin, and asks which one connects.
 */
import { demoAccount, roles } from '../chain/accounts.ts'
import { icon } from './icon.ts'
import { createProvider } from './provider.ts'
import { shortAddress } from './question.ts'
import { Sheet } from './sheet.ts'
import { Wallet } from './wallet.ts'

// A module script has no document.currentScript, so it is known by its attribute.
const script = document.querySelector<HTMLScriptElement>('script[data-rpc]')
if (!script?.dataset.rpc) {
  throw new Error('demo-wallet: its script tag needs data-rpc="<URL of the chain\'s JSON-RPC>".')
}

const account = demoAccount(Number(script.dataset.account ?? roles.wallet))
const coinless = demoAccount(roles.coinless)

const wallet = new Wallet({
  account,
  accounts:
    script.dataset.coinless === undefined
      ? []
      : [
          { account, label: `${shortAddress(account.address)}, with ETH` },
          { account: coinless, label: `${shortAddress(coinless.address)}, dollars only, no ETH` },
        ],
  rpcUrl: new URL(script.dataset.rpc, document.baseURI).href,
  sheet: new Sheet(),
  origin: location.origin,
})

const detail = Object.freeze({
  info: Object.freeze({
    uuid: crypto.randomUUID(),
    name: 'Demo Wallet',
    icon,
    rdns: 'example.pay-charge.demo-wallet',
  }),
  provider: createProvider(wallet, location.origin),
})

function announce(): void {
  window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
}

window.addEventListener('eip6963:requestProvider', announce)
announce()
