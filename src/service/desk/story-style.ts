/** The CSS of endpoints, events, the story of a charge and its receipt. */
export const storyStyle = `
.count.bad { background: var(--danger-tint); color: var(--danger-ink); box-shadow: inset 0 0 0 1px var(--danger-line) } .count { flex: none; white-space: nowrap }
td .st + small, .top .st + small { display: block } .top .act .btn { margin: 0 }
.raw { font: 400 12px/18px var(--mono); background: var(--well); border: 1px solid var(--line); border-radius: 10px; padding: var(--s3); margin: var(--s3) 0; max-block-size: 320px; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: plaintext } .raw:focus-visible { outline: 0; box-shadow: var(--ring) }
.title { font: 600 20px/32px var(--mono) }
fieldset { border: 0; padding: 0; margin: var(--s3) 0 0; min-inline-size: 0 } legend { font: 500 14px/20px var(--font); padding: 0 } .form label.check { margin: 0; min-block-size: var(--tap); font: 400 14px/20px var(--font) }
.tl .told { color: var(--ink-2) } .told summary { cursor: pointer; min-block-size: 24px } .told ul { margin-block: var(--s2); border: 1px solid var(--line); border-radius: 10px } .tl .told ul li { display: flex; justify-content: space-between; align-items: center; gap: var(--s2); padding: var(--s2) var(--s3); min-block-size: var(--tap) } .tl .told ul li::before { content: none } .told ul li + li { border-block-start: 1px solid var(--line) } .told li small { display: block } .told li { flex-wrap: wrap } .told li > :first-child { flex: 1 1 160px; min-inline-size: 0 } .told .btn { white-space: nowrap; padding-inline: var(--s2) }
.short { display: inline-flex; align-items: center; gap: 2px; min-inline-size: 0 } .copy { display: inline-grid; place-items: center; inline-size: 32px; block-size: 32px; margin: -6px 0; border: 0; border-radius: 8px; background: none; color: var(--ink-3); cursor: pointer } .copy:hover { background: var(--hover); color: var(--ink) } .copied { font: var(--t-note); color: var(--success-ink) }
@media (scripting: none) { .copy, [data-print] { display: none } }
.ways li { display: flex; align-items: center; gap: var(--s2); min-block-size: var(--tap) } .ways a { display: inline-flex; align-items: center; gap: var(--s2) }
.um.entry { grid-template-columns: minmax(0, 1fr); gap: 2px } .entry b { font-weight: 600 }
.receipt { max-inline-size: 720px } .receipt h2 { margin-block: var(--s5) var(--s2) } .receipt .kv { max-inline-size: none }
@media print { .side, .skip, .up, .mode, .notice, [data-print] { display: none !important } .frame, main { display: block; padding: 0; max-inline-size: none } body { background: none } .panel { border: 0 } }
`
