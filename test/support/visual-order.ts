/**
 * Reads the lines of an element as the eye does: each from left to right, whatever the direction of its texts. Only
 * with its own names, since it also runs in a page that Playwright drives.
 */
export function readLines(root: Element | ShadowRoot): string[] {
  const characters: { text: string; left: number; middle: number }[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { data } = node as Text
    for (let at = 0; at < data.length; at++) {
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      const [box] = range.getClientRects()
      if (!box?.width) continue
      const text = (data[at] ?? '').replace(/\s/, ' ')
      characters.push({ text, left: box.left, middle: box.top + box.height / 2 })
    }
  }
  const lines: { middle: number; characters: typeof characters }[] = []
  for (const character of characters) {
    // Texts of two sizes on one line have their middles a few pixels apart.
    const line = lines.find(({ middle }) => Math.abs(middle - character.middle) < 6)
    if (line) line.characters.push(character)
    else lines.push({ middle: character.middle, characters: [character] })
  }
  return lines.map((line) =>
    line.characters
      .sort((a, b) => a.left - b.left)
      .map(({ text }) => text)
      .join(''),
  )
}
