/** The style sheets of this window by their text. All its elements share them, so each is parsed once. */
const styleSheets = new Map<string, CSSStyleSheet>()

/**
 * Returns the style sheet with a text, in a list, for a document: documents cannot share constructed sheets. A document without a
 * window gets none, since nothing is drawn there.
 */
export function getStyleSheet(css: string, { defaultView: view }: Document): CSSStyleSheet[] {
  if (!view) return []
  const sheets = view === window ? styleSheets : new Map<string, CSSStyleSheet>()
  const styleSheet = sheets.get(css) ?? new view.CSSStyleSheet()
  if (!sheets.has(css)) styleSheet.replaceSync(css)
  sheets.set(css, styleSheet)
  return [styleSheet]
}
