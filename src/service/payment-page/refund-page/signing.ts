import { createRefundMessage } from '../../../api/signed-messages.ts'
import { listenForWallets, readAccount, type Wallet } from './wallets.ts'

// The wallet that paid signs for the address that the page shows.

/** The parts of the page that tell how a signature goes. */
interface SigningParts {
  form: HTMLFormElement
  /** The address that was checked. */
  recipient: string
  asked: HTMLElement
  fault: HTMLElement
}

/** Offers to sign with each of the browser's wallets. */
export function offerSigning(): void {
  const form = document.querySelector('form')
  const signing = document.querySelector<HTMLElement>('#signing')
  const input = document.querySelector<HTMLInputElement>('#recipient')
  const asked = document.querySelector<HTMLElement>('#asked')
  const fault = document.querySelector<HTMLElement>('#fault span')
  if (!form || !signing || !input || !asked || !fault) return
  const parts = { form, recipient: input.value, asked, fault }
  const { label = '{name}', wallet: unnamed = '' } = signing.dataset
  listenForWallets(unnamed, (wallet) => {
    const button = document.createElement('button')
    button.type = 'button'
    // One first button a screen.
    button.className = signing.childElementCount === 0 ? 'button first' : 'button'
    button.textContent = label.replace('{name}', wallet.name)
    button.addEventListener('click', () => void sign(parts, wallet, signing))
    signing.append(button)
  })
}

async function sign(parts: SigningParts, wallet: Wallet, signing: HTMLElement): Promise<void> {
  const { form, recipient, asked, fault } = parts
  const buttons = signing.querySelectorAll('button')
  for (const button of buttons) button.disabled = true
  fault.textContent = ''
  const ring = document.createElement('span')
  ring.className = 'ring'
  asked.append(ring, (signing.dataset.asked ?? '').replace('{name}', wallet.name))
  try {
    const account = await readAccount(wallet, 'eth_requestAccounts')
    const { reference = '', amount = '', symbol = '', chain = '', path = '' } = form.dataset
    const message = createRefundMessage({ reference, amount, symbol, chainId: chain, recipient })
    const bytes = new TextEncoder().encode(message)
    const hex = `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
    const method = 'personal_sign'
    const signature = await wallet.provider.request({ method, params: [hex, account] })
    await send(form, path, { recipientAddress: recipient, signature })
  } catch (cause) {
    // A wallet's own message is for developers.
    fault.textContent =
      cause instanceof RefusedError ? cause.message : (form.dataset.declined ?? '')
  } finally {
    asked.replaceChildren()
    for (const button of buttons) button.disabled = false
  }
}

/** The service refused the address, with the payer's text for it. */
class RefusedError extends Error {}

async function send(form: HTMLFormElement, path: string, body: object): Promise<void> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (response.ok) {
    // Not reload(), which would send the form of this page again.
    location.replace(location.href)
    return
  }
  const { error } = (await response.json()) as {
    error?: { type?: string; details?: readonly { field?: string }[] }
  }
  const faults = JSON.parse(form.dataset.faults ?? '{}') as Record<string, string>
  throw new RefusedError(
    faults[error?.details?.[0]?.field ?? error?.type ?? ''] ?? faults.other ?? '',
  )
}
