// A whole page of controls, in the order in which they stand; hence its length.
import { html } from 'hono/html'
import { blockTime } from '../../start/chain.ts'
import type { Html, PageChain } from './layout.ts'

/** The designers' playground. Its script fills the lists; no script and no style stands in it, as in any page of the shop. */
export function playgroundPage({ id, rpcUrl }: PageChain): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Playground · pay-charge</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/playground.css">
<script type="module" src="/pay-charge.js"></script>
<script type="module" src="/playground.js" data-chain-id="${id}" data-rpc-url="${rpcUrl}" data-block-time="${blockTime}"></script>
</head>
<body>
<a class="skip" href="#canvas">Skip to the card</a>
<header class="bar">
<h1><code>&lt;pay-charge&gt;</code> <span>Playground</span></h1>
<nav class="tabs" aria-label="Views">
<a href="/playground" data-view="screens">Screens</a>
<a href="/playground?view=live" data-view="live">Live</a>
</nav>
<a class="leave" href="/">Back to the shop</a>
</header>
<noscript><p class="noscript">The playground needs its script: allow it for this page.</p></noscript>
<div class="bench">
${lists()}
${canvas()}
${panel()}
</div>
</body>
</html>`
}

function lists(): Html {
  return html`<nav class="list" aria-label="What is shown">
<form data-place data-only="screens">
<div id="screen-list" class="screens"></div>
<label class="jump">Screen <select id="screen-jump"></select></label>
</form>
<form data-place data-only="live" hidden>
<div id="fault-list" class="faults"></div>
<label class="jump">What goes wrong <select id="fault-jump"></select></label>
</form>
</nav>`
}

function canvas(): Html {
  return html`<main id="canvas" class="canvas" tabindex="-1">
<div class="head">
<div class="title" data-only="screens"><h2 id="screen-name"></h2><p id="screen-condition"></p></div>
<div class="title" data-only="live" hidden><h2 id="fault-name"></h2><p id="fault-shows"></p></div>
<div class="steps" data-only="screens">
<button type="button" id="previous" aria-label="Previous screen">←</button>
<button type="button" id="next" aria-label="Next screen">→</button>
</div>
<button type="button" id="anew" class="anew" data-only="live" hidden>Start anew</button>
</div>
<div id="frame" class="frame" data-width="360">
<div id="still-stage" class="stage" data-only="screens"></div>
<div id="live-stage" class="stage" data-only="live" hidden></div>
</div>
<p id="heard" class="heard" data-only="screens" role="status"></p>
<div id="acts" class="acts" data-only="live" hidden></div>
<form data-place class="widths">${segments('width', 'Width', [
    ['280', '280'],
    ['320', '320'],
    ['360', '360'],
    ['420', '420'],
    ['full', 'Full'],
  ])}</form>
</main>`
}

function panel(): Html {
  return html`<aside class="panel" aria-label="Look and colors">
<section data-only="live" hidden aria-labelledby="log-title">
<h2 id="log-title">What happens</h2>
<div class="log" role="log" tabindex="0" aria-labelledby="log-title"><ol id="log"></ol></div>
</section>
<form data-place>
<section aria-labelledby="brand-title">
<h2 id="brand-title">Brand</h2>
<div class="brand">
<input type="color" id="brand-picker" aria-label="Brand color, picker">
<label class="field">Brand color <input id="brand" name="brand" autocomplete="off" spellcheck="false" aria-describedby="brand-hint"></label>
</div>
<p class="hint" id="brand-hint">Any CSS color; here it is <output id="brand-hex" for="brand"></output>.</p>
<div id="presets" class="presets" role="group" aria-label="Colors to try"></div>
<div class="two">
<label class="field">Name <input name="name" maxlength="60" autocomplete="off"></label>
<label class="field">Logo <input name="logo" placeholder="/favicon.svg" autocomplete="off" spellcheck="false"></label>
</div>
<div id="shift" class="shift" role="status"></div>
</section>
<section aria-labelledby="look-title">
<h2 id="look-title">Look</h2>
${segments('scheme', 'Scheme', [
  ['auto', 'Auto'],
  ['light', 'Light'],
  ['dark', 'Dark'],
])}
${segments('mode', 'Mode', [
  ['inline', 'Inline'],
  ['dialog', 'Dialog'],
])}
<label class="field">Language <select id="lang" name="lang"><option value="">The page’s own (English)</option></select></label>
<p class="row"><span class="key">Direction</span> <output id="direction"></output></p>
<div class="three">
<label class="field">Radius <input name="radius" type="number" min="0" max="40" placeholder="14"></label>
<label class="field">Space <input name="space" type="number" min="4" max="48" placeholder="24"></label>
<label class="field">Font <select name="font"><option value="">System</option><option value="serif">Serif</option><option value="rounded">Rounded</option><option value="mono">Mono</option></select></label>
</div>
</section>
</form>
<section data-only="screens" aria-labelledby="snippet-title">
<h2 id="snippet-title">Snippet</h2>
<div class="code"><pre tabindex="0" aria-label="HTML"><code id="snippet-html"></code></pre><button type="button" data-copies="snippet-html">Copy HTML</button></div>
<div class="code" id="css-part" hidden><pre tabindex="0" aria-label="CSS"><code id="snippet-css"></code></pre><button type="button" data-copies="snippet-css">Copy CSS</button></div>
<p class="hint" id="copied" role="status"></p>
</section>
<section data-only="screens" aria-labelledby="palette-title">
<h2 id="palette-title">Palette</h2>
<p class="hint">Reckoned from the brand color alone, in OKLCH.</p>
<ul id="swatches" class="swatches"></ul>
</section>
<section data-only="screens" aria-labelledby="contrast-title">
<h2 id="contrast-title">Contrast</h2>
<table>
<caption id="contrast-scheme"></caption>
<thead><tr><th scope="col">What on what</th><th scope="col">Ratio</th><th scope="col">Least</th><th scope="col">WCAG</th></tr></thead>
<tbody id="contrast"></tbody>
</table>
</section>
</aside>`
}

function segments(
  name: string,
  legend: string,
  choices: readonly (readonly [value: string, label: string])[],
): Html {
  return html`<fieldset class="segments"><legend>${legend}</legend><div>${choices.map(
    ([value, label]) =>
      html`<label class="segment"><input type="radio" name="${name}" value="${value}"><span class="segment-face">${label}</span></label>`,
  )}</div></fieldset>`
}
