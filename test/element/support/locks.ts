import { until } from './assert.ts'

/** Waits until nobody holds a lock: one that is let go is free a moment later. */
export async function unlocked() {
  let held = true
  const look = async () => {
    held = ((await navigator.locks.query()).held ?? []).length > 0
  }
  await until(
    () => {
      void look()
      return !held
    },
    () => 'the lock should be free',
  )
}
