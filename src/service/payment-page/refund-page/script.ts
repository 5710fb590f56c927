import { offerWallets } from './field.ts'
import { offerSigning } from './signing.ts'
import { followRefund } from './watch.ts'

// The script of the page on which a payer names the address of a refund. Without it, or without a wallet, the form is sent
// unsigned, and the store decides.

offerWallets()
offerSigning()
followRefund()

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
  button.hidden = false
  button.addEventListener('click', () => void copy(button))
}

async function copy(button: HTMLButtonElement): Promise<void> {
  const { copy: text = '', copied = '' } = button.dataset
  await navigator.clipboard.writeText(text)
  button.setAttribute('aria-label', copied)
  button.classList.add('copied')
}
