import { useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/**
 * Returns false for the render on a server and the one that takes its HTML over, and true from then on. React gives a
 * custom element neither properties nor listeners while it takes over the HTML, only when they change afterwards
 * (https://github.com/react/react/issues/35446).
 */
export const useHydrated = () =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
