/** Lets arrows walk through the bars of a chart, which then is one stop of the tab key: to the sides by days, Home and End to its ends. */
export function walkThroughBars(root: ParentNode): void {
  for (const chart of root.querySelectorAll<HTMLElement>('.bars')) {
    // The newest first, at the end of the line.
    const bars = [...chart.querySelectorAll('a')]
    const isMirrored = getComputedStyle(chart).direction === 'rtl'
    for (const bar of bars.slice(1)) bar.tabIndex = -1
    chart.addEventListener('keydown', (event) => {
      const at = bars.indexOf(event.target as HTMLAnchorElement)
      const newer = isMirrored ? 'ArrowLeft' : 'ArrowRight'
      const older = isMirrored ? 'ArrowRight' : 'ArrowLeft'
      const places: Record<string, number> = {
        [newer]: at - 1,
        [older]: at + 1,
        Home: bars.length - 1,
        End: 0,
      }
      const place = places[event.key]
      const next = place === undefined ? undefined : bars[place]
      if (at === -1 || !next) return
      event.preventDefault()
      for (const bar of bars) bar.tabIndex = bar === next ? 0 : -1
      next.focus()
    })
  }
}
