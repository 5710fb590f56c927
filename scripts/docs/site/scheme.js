// Before the first paint: the color scheme that the reader has chosen here.
try {
  const scheme = localStorage.getItem('docs-scheme')
  if (scheme) document.documentElement.dataset.scheme = scheme
} catch {
  // Without storage the pages follow the system.
}
