import { storyStyle } from './story-style.ts'
import { todayStyle } from './today-style.ts'
import { deskTokens } from './tokens.ts'

/** The brand's color of one account, which all else of the brand follows from. */
export const brandStyle = (hex: string) => `:root { --brand: #${hex} }\n`

/** The CSS of the desk. Only logical properties: it is read from either side. */
export const deskStyle = `${deskTokens}
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--ink); font: var(--t-body); font-variant-numeric: tabular-nums; overflow-wrap: anywhere }
.frame { display: grid; grid-template-columns: 216px minmax(0, 1fr); min-block-size: 100vh; min-block-size: 100dvh }
svg.i { inline-size: 18px; block-size: 18px; flex: none; display: block; fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round }
[dir='rtl'] svg.flip { scale: -1 1 }
h1 { font: 600 24px/32px var(--font); letter-spacing: -0.015em; margin: 0 }
h2 { font: 600 16px/24px var(--font); margin: 0 }
h3 { font: 600 14px/20px var(--font); margin: var(--s4) 0 var(--s2) }
p, dl, dd, ol, ul { margin: 0; padding: 0; list-style: none }
small, .note { font: var(--t-note); color: var(--ink-3) }
code { font: 500 12px/18px var(--mono) }
.id { user-select: all }
a { color: inherit; text-underline-offset: 3px }
a:has(> svg.i:last-child):not(.btn) { display: inline-flex; align-items: center; gap: 4px; vertical-align: bottom } a svg.i { inline-size: 16px; block-size: 16px }
:is(a, button, input, select, summary, main):focus-visible { outline: 0; box-shadow: var(--ring); border-radius: 6px }
main:focus-visible { box-shadow: none }
.btn:focus-visible, .field:focus-visible { border-radius: 10px }
.skip { position: absolute; inset-block-start: -80px; inset-inline-start: var(--s4); z-index: 2; padding: var(--s3) var(--s4); background: var(--surface); border: 1px solid var(--line-control); border-radius: 10px } .skip:focus { inset-block-start: var(--s4) }
.hidden { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); border: 0; padding: 0 }
.narrow { display: none }

.side { border-inline-end: 1px solid var(--line); padding: var(--s4) var(--s3); display: flex; flex-direction: column; background: var(--surface); position: sticky; inset-block-start: 0; block-size: 100vh; block-size: 100dvh; overflow-y: auto }
.side .name { display: flex; align-items: center; gap: 10px; font: 600 14px/20px var(--font); padding: var(--s2); margin-block-end: var(--s3); text-decoration: none; min-inline-size: 0 }
.side .test { flex: none; padding: 2px 7px; border-radius: 99px; font: 600 12px/16px var(--font); background: var(--warning-tint); color: var(--warning-ink); box-shadow: inset 0 0 0 1px var(--warning-line) } .testing { border-block-start: 3px solid var(--warning-ink) }
.side .find { flex: none; inline-size: 100%; margin-block-end: var(--s3) }
.side .switch { inline-size: 100%; min-block-size: var(--tap); margin-block-end: var(--s3); justify-content: start; padding-inline: 10px; color: var(--ink-3) }
.form .scopes label:not(:first-of-type) { margin-block-start: 0 } td .btn, td .why { white-space: nowrap }
.scopes { border: 0; margin: var(--s3) 0 0; padding: 0; display: grid; gap: 0 } .scopes legend { padding: 0; font: 500 14px/20px var(--font) } .scopes label { display: flex; flex-wrap: wrap; align-items: center; gap: 0 var(--s2); min-block-size: var(--tap); font: var(--t-body) } .scopes code { color: var(--ink-3) }
.logo { inline-size: 28px; block-size: 28px; flex: none; border-radius: var(--r-icon); background: var(--brand-tint); color: var(--brand-text); display: grid; place-items: center; font: 600 14px/20px var(--font); object-fit: contain }
.side ul { display: grid; gap: 2px }
.side li a { display: flex; align-items: center; gap: 10px; min-block-size: var(--tap); padding-inline: 10px; border-radius: 10px; color: var(--ink-2); font: 500 14px/20px var(--font); text-decoration: none }
.side li a span { overflow-wrap: break-word; min-inline-size: 0; hyphens: auto } .side li a:hover { background: var(--well) } .side li a[aria-current] { background: var(--hover); color: var(--ink) } .side li svg.i { inline-size: 18px; block-size: 18px }
.count { flex: none; white-space: nowrap; margin-inline-start: auto; font: 600 12px/16px var(--font); padding: 2px 7px; border-radius: 99px; background: var(--warning-tint); color: var(--warning-ink); box-shadow: inset 0 0 0 1px var(--warning-line) }
.me { margin-block-start: auto; padding: var(--s4) 0 0 var(--s2); display: grid; grid-template-columns: auto minmax(0, 1fr) auto; gap: 10px; align-items: center } [dir='rtl'] .me { padding: var(--s4) var(--s2) 0 0 }
.me b { display: block; font: 500 14px/20px var(--font) } .me small { display: block; line-height: 16px }
.face { inline-size: 28px; block-size: 28px; border-radius: 50%; background: var(--hover); display: grid; place-items: center; font: 600 12px/16px var(--font); color: var(--ink-2) }

main { padding: var(--s6) var(--s8) var(--s12); display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--s6); align-content: start; max-inline-size: 1160px; inline-size: 100% }
.top { display: flex; justify-content: space-between; align-items: center; gap: var(--s4); flex-wrap: wrap }
.big { font: 600 28px/36px var(--font); letter-spacing: -0.02em; margin-block-start: var(--s1) }
.up { display: inline-flex; align-items: center; gap: 4px; min-block-size: var(--tap); margin-block: calc(-1 * var(--s3)); color: var(--ink-2); font: 500 14px/20px var(--font); text-decoration: none; justify-self: start } .up:hover { color: var(--ink) }
.notice { display: flex; align-items: center; gap: var(--s2); padding: var(--s3) var(--s4); border-radius: 10px; background: var(--success-tint); box-shadow: inset 0 0 0 1px var(--success-line) } .notice svg { color: var(--success-ink); flex: none } .notice.bad { background: var(--danger-tint); box-shadow: inset 0 0 0 1px var(--danger-line) } .notice.bad svg { color: var(--danger-ink) } .notice form { margin-inline-start: auto } .notice .secret { display: grid; gap: var(--s1); min-width: 0 } .notice .id { overflow-wrap: anywhere }
.panel { background: var(--surface); border: 1px solid var(--line); border-radius: 16px; overflow: clip; min-inline-size: 0 }
.well { padding: var(--s3); background: var(--well); border: 1px solid var(--line); border-radius: 10px }
.pad { padding: var(--s4) var(--s5) var(--s5) } .pad > p:not(:first-child) { margin-block-start: var(--s4) } .pad > .st { white-space: normal; align-items: start }
.stack { display: grid; gap: var(--s4); align-content: start; min-inline-size: 0 }
.figures { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: var(--s4) }
.figure { padding: var(--s4) var(--s5) var(--s5); text-decoration: none; display: block } .figure:hover { border-color: var(--line-control) } .figure:focus-visible { border-radius: 16px }
.figure .k { display: flex; justify-content: space-between; color: var(--ink-2); font: 500 14px/20px var(--font) } .figure .k svg { color: var(--ink-3) }
.figure { container-type: inline-size } .figure .long { font-size: clamp(14px, 7.4cqi, 32px) } .figure .v { display: block; font: 600 32px/40px var(--font); letter-spacing: -0.02em; margin-block-start: var(--s1); overflow-wrap: anywhere } .figure .money { white-space: normal } .figure small { display: block }
.ph { display: flex; align-items: center; gap: var(--s3); padding-block: var(--s3); padding-inline: var(--s5) var(--s3); min-block-size: 60px; border-block-end: 1px solid var(--line); flex-wrap: wrap } .ph > :first-child { flex: 1 1 200px }

.btn { display: inline-flex; align-items: center; justify-content: center; gap: 6px; min-block-size: var(--tap); padding-inline: var(--s4); border: 1px solid var(--line-control); border-radius: 10px; background: var(--surface); color: var(--ink); font: 600 14px/20px var(--font); cursor: pointer; text-decoration: none; max-inline-size: 100% } .btn:hover { background: var(--hover) }
.btn.main { background: var(--brand-fill); color: var(--on-brand); border-color: var(--brand-edge) } .btn.main:hover { background: var(--brand-hover) }
.btn.low { border-color: transparent; background: none; color: var(--ink-2); font-weight: 500 } .btn.low:hover { background: var(--hover) }
.btn.sq { inline-size: var(--tap); padding: 0 }
.find { position: relative; display: flex; align-items: center; gap: var(--s2); min-block-size: var(--tap); inline-size: 320px; max-inline-size: 100%; padding-inline: var(--s3); border: 1px solid var(--line-control); border-radius: 10px; color: var(--ink-3); background: var(--surface) } .find:focus-within { box-shadow: var(--ring) }
.ph > .find { flex: 0 1 320px }
.find input { border: 0; background: none; outline: 0; font: inherit; color: var(--ink); inline-size: 100%; min-inline-size: 0; block-size: 42px; padding: 0; box-shadow: none !important; text-overflow: ellipsis } ::placeholder { color: var(--ink-3); opacity: 1 }
label { display: block; font: 500 14px/20px var(--font); margin-block-end: var(--s1) }
.field { display: block; inline-size: 100%; max-inline-size: 520px; min-block-size: var(--tap); padding-inline: var(--s3); border: 1px solid var(--line-control); border-radius: 10px; background: var(--surface); color: var(--ink); font: inherit } .field[aria-invalid] { border-color: var(--danger-ink) }
.form form { display: grid; gap: var(--s2); justify-items: start } .form label:not(:first-of-type) { margin-block-start: var(--s3) } .form .btn { margin-block-start: var(--s3) }
.check { display: flex; align-items: center; gap: var(--s2); min-block-size: 28px; font-weight: 400; margin: 0 }
.fault { display: flex; gap: 6px; margin-block-start: var(--s2); color: var(--danger-ink); font: var(--t-note) }

.split { display: grid; grid-template-columns: minmax(0, 1fr) 376px; gap: var(--s4); align-items: start }
.split.beside { grid-template-columns: minmax(0, 440px) minmax(0, 1fr) } .halves { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(400px, 100%), 1fr)); gap: var(--s4); align-items: start } .sample { inline-size: 16px; block-size: 16px; border-radius: 4px; vertical-align: -3px; margin-inline-end: 6px }
table { border-collapse: collapse; inline-size: 100% }
th { text-align: start; font: 500 13px/18px var(--font); color: var(--ink-3); padding: 10px var(--s3); border-block-end: 1px solid var(--line) }
td { padding: var(--s1) var(--s3); block-size: 52px; border-block-end: 1px solid var(--line) } tr:last-child td { border: 0 }
:is(th, td):first-child { padding-inline-start: var(--s5) } :is(th, td):last-child { padding-inline-end: var(--s5) } .num { text-align: end }
td.mail { max-inline-size: 0; inline-size: 28%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap } td small { display: block } td .narrow { display: none }
tbody tr { position: relative } tbody tr:hover { background: var(--well) } tr:has(.row:focus-visible) { background: var(--hover); box-shadow: inset 3px 0 0 var(--brand-text) } [dir='rtl'] tr:has(.row:focus-visible) { box-shadow: inset -3px 0 0 var(--brand-text) }
.row { text-decoration: none; font-weight: 500; display: inline-flex; min-block-size: var(--tap); align-items: center } .row:has(+ small) { min-block-size: 0 } td:has(> .row + small) { padding-block: var(--s2) } .row::after { content: ''; position: absolute; inset: 0 }
.st { display: inline-flex; align-items: center; gap: 6px; font: 500 13px/18px var(--font); white-space: nowrap } .st svg { inline-size: 16px; block-size: 16px }
.st.ok { color: var(--success-ink) } .st.wait { color: var(--info-ink) } .st.look { color: var(--warning-ink) } .st.no { color: var(--ink-3) } .st.bad { color: var(--danger-ink) }
.top .t { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s1) var(--s3) } .top .act { gap: var(--s2) } .top .st { padding: 3px 10px; border-radius: 99px; box-shadow: inset 0 0 0 1px var(--line-control) } .top .st.ok { background: var(--success-tint); box-shadow: inset 0 0 0 1px var(--success-line) } .top .st.wait { background: var(--info-tint); box-shadow: inset 0 0 0 1px var(--info-line) } .top .st.look { background: var(--warning-tint); box-shadow: inset 0 0 0 1px var(--warning-line) } .top .st.bad { background: var(--danger-tint); box-shadow: inset 0 0 0 1px var(--danger-line) }
.tabs { padding: var(--s2) var(--s4); border-block-end: 1px solid var(--line) } .tabs ul { display: flex; flex-wrap: wrap; gap: var(--s1) }
.tabs a { display: inline-flex; align-items: center; min-block-size: var(--tap); padding-inline: var(--s3); border-radius: 10px; font: 500 14px/20px var(--font); color: var(--ink-2); text-decoration: none } .tabs a:hover { background: var(--well) } .tabs a[aria-current] { background: var(--hover); color: var(--ink); font-weight: 600 }
.chips { display: flex; flex-wrap: wrap; gap: var(--s2); padding: var(--s2) var(--s5); border-block-end: 1px solid var(--line) }
.chip { display: inline-flex; align-items: center; gap: 6px; min-block-size: var(--tap); padding-inline: var(--s3); border: 1px solid var(--line-control); border-radius: 99px; background: var(--surface); font: 500 14px/20px var(--font); text-decoration: none; cursor: pointer; list-style: none; max-inline-size: 100% } .chip:hover { background: var(--hover) } .chip svg { inline-size: 14px; block-size: 14px; color: var(--ink-3) } .chip::-webkit-details-marker { display: none } .chip:focus-visible { border-radius: 99px }
.chips > .note { align-self: center } .filters { max-inline-size: 100% } .filters[open] { flex: 1 0 100% } .filters .grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(180px, 100%), 1fr)); gap: var(--s3); align-items: end; padding-block: var(--s3) }
.days { display: flex; flex-wrap: wrap; align-items: end; gap: var(--s3); padding: var(--s3) var(--s5) var(--s4) } .days div { flex: 1 1 130px; max-inline-size: 180px } .finds li { border-block-start: 1px solid var(--line) } .finds .row { position: relative; inline-size: 100%; padding: var(--s2) var(--s5); display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 var(--s3) } .finds .row:hover { background: var(--well) } .days .wide-field { flex: 1 1 240px; max-inline-size: 400px }
.files li + li { border-block-start: 1px solid var(--line) } .file { inline-size: 100%; display: flex; align-items: center; justify-content: space-between; gap: var(--s3); min-block-size: 60px; padding: var(--s2) var(--s5); text-decoration: none } .file:hover { background: var(--well) } .file b { display: block; font: 500 14px/20px var(--font) } .file svg.i { color: var(--ink-3) }
tfoot td { border: 0 } tbody:has(+ tfoot) tr:last-child td { border-block-end: 1px solid var(--line) }
.pages { display: flex; gap: var(--s2); padding: var(--s3) var(--s4); border-block-start: 1px solid var(--line) } .pages [rel='next'] { margin-inline-start: auto }
.empty { padding: var(--s10) var(--s5); display: grid; gap: var(--s2); justify-items: start } .empty .t { font: 600 16px/24px var(--font) } .empty .note { max-inline-size: 60ch } .empty .btn { margin-block-start: var(--s2) }

.kv { display: grid; gap: var(--s2); max-inline-size: 520px } .kv div { display: flex; justify-content: space-between; gap: var(--s3) } .kv dt { color: var(--ink-2); flex: none } .kv dd { text-align: end; min-inline-size: 0 } .kv div:has(> dd > .id) { display: block } .kv div:has(> dd > .id) dd { text-align: start }
.items { display: grid; gap: var(--s3) } .items li { display: flex; justify-content: space-between; gap: var(--s4) } .items small { display: block }
.tl li { position: relative; display: grid; grid-template-columns: 20px minmax(0, 1fr) auto; gap: 0 10px; padding-block-end: var(--s4) } .tl li:last-child { padding: 0 }
.tl li:not(:last-child)::before { content: ''; position: absolute; inset-inline-start: 9px; inset-block: 20px 0; inline-size: 2px; background: var(--line) }
.tl .d { inline-size: 20px; block-size: 20px; border-radius: 50%; display: grid; place-items: center; background: var(--well); color: var(--ink-3); box-shadow: inset 0 0 0 1px var(--line) } .tl .d svg { inline-size: 12px; block-size: 12px; stroke-width: 2.5 }
.tl .d.ok { background: var(--success-fill); color: var(--on-success); box-shadow: none } .tl .d.w { background: var(--warning-tint); color: var(--warning-ink); box-shadow: inset 0 0 0 1px var(--warning-line) } .tl .d.bad { background: var(--danger-tint); color: var(--danger-ink); box-shadow: inset 0 0 0 1px var(--danger-line) }
.tl b { font-weight: 500 } .tl small { grid-column: 2 / 4 } .tl time { font: var(--t-note); color: var(--ink-3) }
.um { display: grid; grid-template-columns: minmax(0, 276px) minmax(0, 1fr) auto; gap: var(--s4); align-items: center; padding-block: var(--s3); padding-inline: var(--s5) var(--s3) } .um + .um { border-block-start: 1px solid var(--line) } .um.two { grid-template-columns: minmax(0, 1fr) auto } .um.choice { grid-template-columns: minmax(0, 1fr); gap: var(--s2) } .um.choice .act { justify-content: start }
.amt { font: 600 16px/24px var(--font); display: block; text-decoration: none } .amt:hover { text-decoration: underline } .act { display: flex; flex-wrap: wrap; justify-content: end; gap: var(--s1) } .unclear { display: grid; gap: var(--s3); margin-block-start: var(--s4) } .unclear .act { justify-content: start; gap: var(--s2) } .unclear .act .btn { margin: 0 }
.money { white-space: nowrap } .hint { color: var(--ink-2) } .hint b { color: var(--ink); font-weight: 600 } .hint a { text-decoration: none } .hint a:hover { text-decoration: underline }
.why { display: inline-block; font: 500 12px/16px var(--font); padding: 2px 7px; border-radius: var(--r-chip); background: var(--info-tint); color: var(--info-ink); box-shadow: inset 0 0 0 1px var(--info-line); margin: 0 0 var(--s1); margin-inline-end: var(--s1) }
.pad > form:not(:first-child) { margin-block-start: var(--s4) } .um small { display: block } .log { grid-template-columns: minmax(0, 276px) minmax(0, 1fr); align-items: start } .log b { font-weight: 500; display: block } .changes { margin-block-start: var(--s1); font: var(--t-note); color: var(--ink-2) } .changes div { display: flex; gap: var(--s2) } .changes del { color: var(--ink-3) } .changes ins { text-decoration: none } .changes :is(del, ins) { unicode-bidi: isolate } .changes dt { color: var(--ink-3); flex: none }
.revoke { display: inline-block; text-align: end; vertical-align: top } .revoke[open] { display: block; text-align: start; margin-block-end: var(--s3) } .revoke[open] summary { color: var(--ink) } .revoke summary { list-style: none } .revoke summary::-webkit-details-marker { display: none } .revoke[open] .note { margin-block: var(--s2) }
.ask { padding: 0 var(--s5) } .ask[open] > summary { margin-block-end: var(--s2) } .ask summary { min-block-size: 52px; display: flex; align-items: center; cursor: pointer; font: 500 14px/20px var(--font); color: var(--ink-2) } .ask[open] { padding-block-end: var(--s5) } .ask .btn, .ask .note + form { margin-block-start: var(--s3) } :is(table, .pad) + .ask { border-block-start: 1px solid var(--line) } .ask > table { margin-inline: calc(-1 * var(--s5)); inline-size: calc(100% + 2 * var(--s5)) } .ask tbody td:first-child { white-space: nowrap } .ask th { overflow-wrap: break-word } .ask[open]:has(> table) { padding-block-end: 0 }
.plain { min-block-size: 100vh; min-block-size: 100dvh; max-inline-size: 448px; margin: auto; padding: var(--s4); align-content: center } .card { padding: var(--s6); display: grid; gap: var(--s4) } .card .btn { justify-self: stretch } .card code { display: inline-block; margin-block-start: var(--s1) }
.fold { inline-size: 100% } .fold summary { min-block-size: var(--tap); display: flex; align-items: center; cursor: pointer; font: 500 14px/20px var(--font); color: var(--ink-2) } .line { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 1fr) minmax(0, 1fr); gap: var(--s3); align-items: end; max-inline-size: 520px; margin-block-end: var(--s3) }
.ask-link { display: flex; gap: var(--s4); flex-wrap: wrap } .ask-link img { border-radius: 10px; background: #fff } .ask-link > div { flex: 1 1 180px; min-inline-size: 0 } .copy-row { display: flex; align-items: center; justify-content: space-between; gap: var(--s1); overflow-wrap: anywhere } .tags { flex: 1; min-inline-size: 0; margin: 0; white-space: pre-wrap; overflow-wrap: anywhere } .copy-row.well { margin-block: var(--s3) }
.steps { display: flex; flex-wrap: wrap; gap: var(--s2) var(--s6); padding: var(--s3) var(--s5); list-style: none } .steps li { display: flex; align-items: center; gap: var(--s2); color: var(--ink-3) } .steps li.past { color: var(--ink) } .steps li[aria-current] { color: var(--ink); font-weight: 600 } .steps span { inline-size: 24px; block-size: 24px; border-radius: 50%; display: grid; place-items: center; font: 600 12px/16px var(--font); box-shadow: inset 0 0 0 1px var(--line-control) } .steps svg { inline-size: 14px; block-size: 14px } .steps .past span { background: var(--success-fill); color: var(--on-success); box-shadow: none }
.refunds + .ask { border-block-start: 1px solid var(--line) }
.refunds li { padding: var(--s3) var(--s5); display: grid; gap: var(--s2) } .refunds li + li { border-block-start: 1px solid var(--line) } .refunds li > div { display: flex; justify-content: space-between; align-items: center; flex-wrap: wrap; gap: 0 var(--s3) }

dialog { inline-size: min(520px, calc(100% - 32px)); margin-block-start: 12vh; padding: 0; border: 1px solid var(--line); border-radius: 16px; background: var(--surface); color: var(--ink); box-shadow: var(--shadow-card) } dialog::backdrop { background: rgb(0 0 0 / 0.4) }
dialog input { inline-size: 100%; padding: var(--s4) var(--s5); border: 0; border-block-end: 1px solid var(--line); background: none; color: var(--ink); font: 400 16px/24px var(--font); outline: 0 } dialog ul { padding: var(--s2); max-block-size: 50vh; overflow-y: auto }
dialog [role='option'] { display: flex; flex-wrap: wrap; align-items: center; gap: 10px; min-block-size: var(--tap); padding-inline: var(--s3); border-radius: 10px; cursor: pointer } dialog [role='option'] small { margin-inline-start: auto; text-align: end } dialog [aria-selected='true'] { background: var(--hover) }

@media (max-width: 1100px) { .split, .split.beside { grid-template-columns: minmax(0, 1fr) } .um { grid-template-columns: minmax(0, 1fr) } .um .act { justify-content: start } .um { padding-inline-end: var(--s5) } }
@media (max-width: 860px) {
  .frame { display: block } main { padding: var(--s4) var(--s4) var(--s12); gap: var(--s4) }
  .side { position: static; block-size: auto; display: grid; grid-template-columns: minmax(0, 1fr) auto; padding: var(--s2) var(--s4) 0; border: 0; border-block-end: 1px solid var(--line); overflow: visible }
  .side .name { margin: 0; padding-inline: 0 } .side .find { grid-column: 1 / 3; grid-row: 2; margin-block: var(--s1) } .side nav { grid-column: 1 / 3; grid-row: 3; mask-image: linear-gradient(to right, transparent, #000 16px, #000 calc(100% - 24px), transparent); margin-inline: calc(-1 * var(--s4)); overflow-x: auto; scrollbar-width: none } .side nav ul { display: flex; padding-inline: var(--s3); padding-block-end: var(--s2) } .side li a { min-block-size: var(--tap); white-space: nowrap } .side li svg.i { display: none }
  .side > form { grid-column: 1 / 3; grid-row: 4 } .side .switch { margin: 0; padding-inline: 0 } .count { margin-inline-start: 0 } .me { grid-column: 2; grid-row: 1; margin: 0; margin-inline-end: calc(-1 * var(--s3)); padding: 0; grid-template-columns: auto auto; gap: 0 } [dir='rtl'] .me { padding: 0 } .me > :nth-child(2) { display: none }
  .figures { gap: var(--s2) } .figure { padding: var(--s3) var(--s4) } .figure .v { font: 600 24px/32px var(--font); margin: 0 }
}
@media (max-width: 640px) {
  .figures { grid-template-columns: minmax(0, 1fr) }
  .line { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) } .line > :first-child { grid-column: 1 / 3 }
  .wide { display: none } td .narrow, .narrow { display: block } :is(th, td) { padding-inline: var(--s2) } :is(th, td):first-child { padding-inline-start: var(--s4) } :is(th, td):last-child, .num:has(+ .wide:last-child) { padding-inline-end: var(--s4) } .num small { white-space: nowrap } .num .long { display: inline-block; max-inline-size: 34vw; overflow-wrap: break-word; white-space: normal }
  .rows :is(th, td):first-child { inline-size: 99% } td small.narrow { inline-size: 0; min-inline-size: 100%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap } td small.narrow.whole { white-space: normal }
    .orders, .orders tbody { display: block } .orders thead { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%) }
  .orders tr { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 2px var(--s3); padding: var(--s3) var(--s4); border-block-end: 1px solid var(--line) } .orders tr:last-child { border: 0 } .orders td { display: block; block-size: auto; inline-size: auto; padding: 0 !important; border: 0 } .orders td:nth-child(1) { grid-area: 1 / 1 } .orders td:nth-child(4 of :not(.shop)) { grid-area: 1 / 2 } .orders td:nth-child(3 of :not(.shop)) { grid-area: 2 / 1 } .orders td:nth-child(5 of :not(.shop)) { grid-area: 2 / 2 } .orders td.mail { grid-area: 3 / 1 / 4 / 3; max-inline-size: none; color: var(--ink-2); font: var(--t-note) } .orders td.mail:has(> :empty) { display: none } .orders td.shop { grid-area: 4 / 1 / 5 / 3; color: var(--ink-2); font: var(--t-note) } .orders td.shop:has(> :empty) { display: none }
  .keys, .keys tbody { display: block } .keys thead { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%) } .keys tr { display: flex; flex-wrap: wrap; align-items: start; gap: var(--s1) var(--s3); padding: var(--s3) var(--s4); border-block-end: 1px solid var(--line) } .keys tr:last-child { border: 0 } .keys td:not(.wide) { display: block; block-size: auto; padding: 0 !important; border: 0 } .keys td:first-child { flex: 1 1 180px; min-inline-size: 0 } .keys .num { text-align: start } .keys .num .btn.low { padding-inline: 0 var(--s5) } .keys .num:has([open]) { flex-basis: 100% }
  .tabs { overflow-x: auto; scrollbar-width: none; padding-inline: 0; mask-image: linear-gradient(to right, transparent, #000 12px, #000 calc(100% - 32px), transparent) } .tabs ul { flex-wrap: nowrap; inline-size: max-content; padding-inline: var(--s3) var(--s8) } .tabs a { white-space: nowrap }
  td { block-size: 64px } .row { min-block-size: 0 } .find, .ph > .find { flex-basis: 100%; inline-size: 100% } .ph > .btn.low { padding-inline: 0 } .ph, .um, .ask, .refunds li, .chips { padding-inline: var(--s4) } .pad { padding: var(--s4) } .ask > table { margin-inline: calc(-1 * var(--s4)); inline-size: calc(100% + 2 * var(--s4)) }
  .um .act, .um .act form, .um .act .btn:not(.low) { inline-size: auto; flex-wrap: wrap } .um.two { grid-template-columns: minmax(0, 1fr) }
}
${storyStyle}${todayStyle}`
