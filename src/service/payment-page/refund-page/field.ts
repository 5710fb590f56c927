import { listenForWallets, readAccount, type Wallet } from './wallets.ts'

// The field for an address: paste, or that of a wallet in this browser. Never the address that has paid as such: it may be an
// exchange's, where a refund is lost.

/** Offers the addresses of the browser's wallets, and to paste one. */
export function offerWallets(): void {
  const rows = document.querySelector<HTMLElement>('#wallets')
  const input = document.querySelector<HTMLInputElement>('#recipient')
  if (!rows || !input) return
  offerPaste(input)
  listenForWallets(rows.dataset.wallet ?? '', (wallet) => addRow(rows, input, wallet))
}

function offerPaste(input: HTMLInputElement): void {
  const button = document.querySelector<HTMLButtonElement>('#paste')
  if (!button || !navigator.clipboard?.readText) return
  button.hidden = false
  button.addEventListener('click', () => {
    const paste = (text: string) => {
      input.value = text.trim().slice(0, 200)
    }
    // Who refuses, pastes with the keyboard.
    navigator.clipboard.readText().then(paste, () => undefined)
    input.focus()
  })
}

function addRow(rows: HTMLElement, input: HTMLInputElement, wallet: Wallet): void {
  const { use = '{name}', paidWith = '', payers = '' } = rows.dataset
  const button = document.createElement('button')
  const [title, note] = [document.createElement('span'), document.createElement('small')]
  button.type = 'button'
  button.className = 'row'
  button.append(title, note)
  const show = (account?: string) => {
    title.textContent = use.replace('{name}', account ? shorten(account) : wallet.name)
    const hasPaid = !!account && payers.toLowerCase().includes(account.toLowerCase())
    note.textContent = hasPaid ? paidWith : account ? wallet.name : ''
  }
  show()
  // A wallet that this site is not connected to shows its address only after it was asked.
  readAccount(wallet, 'eth_accounts').then(show, () => undefined)
  button.addEventListener('click', () => void useWallet(wallet, input))
  const row = document.createElement('li')
  row.append(button)
  rows.append(row)
}

async function useWallet(wallet: Wallet, input: HTMLInputElement): Promise<void> {
  // Its owner may refuse, and types an address.
  const account = await readAccount(wallet, 'eth_requestAccounts').catch(() => undefined)
  if (!account) return
  input.value = account
  input.form?.requestSubmit(input.form.querySelector<HTMLButtonElement>('[value=check]'))
}

const shorten = (account: string) => `${account.slice(0, 6)}…${account.slice(-4)}`
