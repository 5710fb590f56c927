import { until } from './assert.ts'

/** Waits until this page holds no lock: one that is let go is free a moment later. Other files' pages hold their own. */
export async function unlocked() {
  const client = await ownClient()
  let held = true
  const look = async () => {
    const locks = (await navigator.locks.query()).held ?? []
    held = locks.some(({ clientId }) => clientId === client)
  }
  await until(
    () => {
      void look()
      return !held
    },
    () => 'the lock should be free',
  )
}

/** By which name the browser knows this page as the holder of a lock. */
function ownClient(): Promise<string | undefined> {
  const probe = `probe ${crypto.randomUUID()}`
  return navigator.locks.request(probe, async () => {
    const { held = [] } = await navigator.locks.query()
    return held.find(({ name }) => name === probe)?.clientId
  })
}
