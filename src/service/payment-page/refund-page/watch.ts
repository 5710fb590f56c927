/** Milliseconds between two looks: a store takes hours, a network seconds. */
const lookEveryMs = 10_000

/** Shows the page anew once the refund went on, without a word of the payer's. */
export function followRefund(): void {
  const page = document.querySelector<HTMLElement>('main[data-list]')
  const { id, status, list = '' } = page?.dataset ?? {}
  if (!page || status === 'COMPLETED' || status === 'CANCELLED') return
  const look = async () => {
    if (document.hidden) return
    const response = await fetch(list)
    if (!response.ok) return
    const { data } = (await response.json()) as {
      data: readonly { uuid: string; status: string }[]
    }
    const refund = data.find(({ uuid }) => uuid === id)
    if (refund && refund.status !== status) location.replace(location.href)
  }
  // Offline or busy: it looks again.
  const lookAgain = () => void look().catch(() => undefined)
  setInterval(lookAgain, lookEveryMs)
  document.addEventListener('visibilitychange', lookAgain)
}
