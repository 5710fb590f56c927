/** The stylesheet of /docs. A file of its own, because the page's CSP allows no inline style. */
export const docsStyle = `
:root { color-scheme: light dark; --ink: light-dark(#16181d, #f2f3f5); --ground: light-dark(#fff, #17181c);
  --soft: light-dark(#5b606b, #a6abb5); --line: light-dark(#e3e5e9, #33363d); --tint: light-dark(#f5f6f8, #1f2126);
  --accent: light-dark(#4338ca, #a5b4fc); }
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 1rem; }
body { margin: 0; display: grid; grid-template-columns: minmax(13rem, 17rem) minmax(0, 1fr); background: var(--ground);
  color: var(--ink); font: 400 1rem/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow: auto; padding: 2rem 1.5rem;
  border-inline-end: 1px solid var(--line); min-height: 100vh; font-size: 0.9375rem; }
nav p { margin: 1.25rem 0 0.25rem; font-weight: 600; } nav p:first-child { margin-top: 0; }
nav ul { margin: 0; padding: 0; list-style: none; } nav li { padding: 0.15rem 0; }
main { max-width: 56rem; padding: 2rem clamp(1rem, 4vw, 3.5rem) 6rem; }
h1 { font-size: 2rem; line-height: 1.15; letter-spacing: -0.02em; margin: 0 0 1rem; }
h2 { margin: 3.5rem 0 0.25rem; font-size: 1.5rem; } h3 { margin: 0; font-size: 1.125rem; }
h4 { margin: 1.25rem 0 0.25rem; font-size: 0.9375rem; }
a { color: var(--accent); text-underline-offset: 0.2em; }
article { margin-top: 1.5rem; padding-top: 1.5rem; border-top: 1px solid var(--line); }
code, pre { font: 0.875em/1.5 ui-monospace, 'SF Mono', Menlo, Consolas, monospace; overflow-wrap: anywhere; }
.call { margin: 0.5rem 0; padding: 0.5rem 0.75rem; border-radius: 8px; background: var(--tint); }
.call b { font-weight: 650; color: var(--accent); }
pre { margin: 0.5rem 0; padding: 0.9rem 1rem; border-radius: 10px; background: var(--tint); overflow: auto; max-height: 26rem;
  overflow-wrap: normal; }
table { display: block; overflow-x: auto; width: 100%; border-collapse: collapse; margin: 0.75rem 0; font-size: 0.9375rem; }
th, td { padding: 0.45rem 0.75rem 0.45rem 0; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; }
th { font-weight: 600; color: var(--soft); }
dl { display: grid; grid-template-columns: 3.5rem minmax(0, 1fr); gap: 0.35rem 0.5rem; margin: 0.25rem 0; }
dt { font-weight: 600; font-variant-numeric: tabular-nums; } dd { margin: 0; } dd p { margin: 0.1rem 0; }
.pattern { color: var(--soft); }
@media (max-width: 46rem) { body { display: block; } nav { position: static; min-height: 0; max-height: none;
  border: 0; border-bottom: 1px solid var(--line); } }
`
