/** What the Navigation API tells (HTML Standard 7.2.6); TypeScript's dom has it not in every version. */
interface NavigateEvent extends Event {
  destination: { url: string }
}

/** Every place that the page was to be left for, while it stays. */
export function keepPage() {
  const places: string[] = []
  const { navigation } = window as unknown as { navigation: EventTarget }
  const keep = (event: Event) => {
    places.push((event as NavigateEvent).destination.url)
    event.preventDefault()
  }
  navigation.addEventListener('navigate', keep)
  return { places, stop: () => navigation.removeEventListener('navigate', keep) }
}
