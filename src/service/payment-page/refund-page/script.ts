import { createRefundMessage } from '../../../api/signed-messages.ts'

// The script of the page on which a payer names the address of a refund: the wallet that paid signs for the address. Without the
// script, or without a wallet, the form is sent unsigned, and the store decides.

interface Provider {
  request(call: { method: string; params?: readonly unknown[] }): Promise<unknown>
}

/** How a wallet announces itself (EIP-6963). */
interface AnnouncedWallet {
  info: { uuid: string; name: string }
  provider: Provider
}

const form = document.querySelector('form')
const wallets = document.querySelector<HTMLElement>('#wallets')
const input = document.querySelector<HTMLInputElement>('#recipient')
const fault = document.querySelector<HTMLElement>('#fault')
const known = new Set<string>()

if (form && wallets && input && fault) {
  addEventListener('eip6963:announceProvider', (event) => {
    const { info, provider } = (event as CustomEvent<AnnouncedWallet>).detail
    addWallet(info.uuid, info.name, provider)
  })
  dispatchEvent(new Event('eip6963:requestProvider'))
  const { ethereum } = window as { ethereum?: Provider }
  if (known.size === 0 && ethereum) addWallet('injected', wallets.dataset.wallet ?? '', ethereum)
}

function addWallet(id: string, name: string, provider: Provider): void {
  if (known.has(id) || !wallets) return
  known.add(id)
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'first'
  button.textContent = (wallets.dataset.label ?? '{name}').replace('{name}', name.slice(0, 40))
  button.addEventListener('click', () => void sign(button, provider))
  wallets.append(button)
}

async function sign(button: HTMLButtonElement, provider: Provider): Promise<void> {
  if (!form || !input || !fault || !form.reportValidity()) return
  button.disabled = true
  fault.textContent = ''
  try {
    const recipient = input.value.trim()
    const [account] = (await provider.request({ method: 'eth_requestAccounts' })) as string[]
    const { reference = '', amount = '', symbol = '', chain = '', path = '' } = form.dataset
    const message = createRefundMessage({ reference, amount, symbol, chainId: chain, recipient })
    const bytes = new TextEncoder().encode(message)
    const hex = `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
    const signature = await provider.request({ method: 'personal_sign', params: [hex, account] })
    await send(path, { recipientAddress: recipient, signature })
  } catch (cause) {
    // A wallet's own message is for developers.
    fault.textContent =
      cause instanceof RefusedError ? cause.message : (form.dataset.declined ?? '')
  } finally {
    button.disabled = false
  }
}

/** The service refused the address, with the payer's text for it. */
class RefusedError extends Error {}

async function send(path: string, body: object): Promise<void> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (response.ok) {
    location.reload()
    return
  }
  const { error } = (await response.json()) as {
    error?: { type?: string; details?: readonly { field?: string }[] }
  }
  const faults = JSON.parse(form?.dataset.faults ?? '{}') as Record<string, string>
  throw new RefusedError(
    faults[error?.details?.[0]?.field ?? error?.type ?? ''] ?? faults.other ?? '',
  )
}
