// Play money for a visitor's own wallet.

document.querySelector('form.faucet').addEventListener('submit', async (event) => {
  event.preventDefault()
  const form = event.currentTarget
  const status = form.querySelector('[role=status]')
  const button = form.querySelector('button')
  button.disabled = true
  status.textContent = 'On its way …'
  status.textContent = await askFaucet(form.elements.address.value.trim())
  button.disabled = false
})

/** Asks for play money, and gives what there is to say about it. */
async function askFaucet(address) {
  try {
    const response = await fetch('/faucet', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ address }),
    })
    const { given, error } = await response.json()
    if (!response.ok) return error.message
    return `Sent: ${given.map(({ amount, symbol }) => `${amount} ${symbol}`).join(', ')}.`
  } catch {
    return 'The shop gave no answer. Is it still running?'
  }
}
