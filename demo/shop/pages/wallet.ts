import { html } from 'hono/html'
import type { DemoToken } from '../../chain/deploy.ts'
import { gift } from '../../chain/faucet.ts'
import { type Html, type PageChain, page } from './layout.ts'

/** How to pay with a wallet of one's own: the network to add, and play money for it. */
export function walletPage({ id, rpcUrl }: PageChain, tokens: readonly DemoToken[]): Html {
  const symbols = tokens.map(({ symbol }) => symbol).join(' and ')
  return page({
    title: 'Your own wallet',
    scripts: html`<script type="module" src="/faucet.js"></script>`,
    content: html`<section class="outcome wallet">
<header>
<h1>Your own wallet</h1>
<p>The Demo Wallet is in every checkout of this shop. An extension of yours works just as well: it needs the local network and some play money.</p>
</header>
<h2>Network</h2>
<p class="note">The checkout offers to add it. By hand, it is:</p>
<dl class="receipt">
${row('Name', 'Localhost')}
${row('RPC URL', html`<code>${rpcUrl}</code>`)}
${row('Chain ID', String(id))}
${row('Currency', 'ETH')}
${tokens.map(({ symbol, address }) => row(symbol, html`<code>${address}</code>`))}
</dl>
<h2 id="faucet">Play money</h2>
<p class="note">${gift.tokens.toLocaleString('en-US')} each of ${symbols}, and ${gift.ether} ETH, as often as you like.</p>
<form class="faucet" action="/faucet" method="post">
<label for="address">Your address</label>
<div class="field"><input id="address" name="address" required pattern="0x[0-9a-fA-F]{40}" placeholder="0x…" title="0x and 40 hexadecimal digits" autocomplete="off" spellcheck="false"><button class="button">Send it</button></div>
<p role="status"></p>
</form>
</section>`,
  })
}

function row(term: string, value: string | Html): Html {
  return html`<div><dt>${term}</dt><dd>${value}</dd></div>`
}
