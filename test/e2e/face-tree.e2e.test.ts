import { openGallery } from './face.ts'
import { card, expect, test } from './fixtures.ts'

// The main screens as a screen reader finds them: the trees as they are make this file long.

const trees: Record<string, string> = {
  'choose amount, not read': `
    - heading "How much would you like to pay?" [level=2]
    - text: Amount in USDC
    - textbox "Amount in USDC" [invalid]
    - alert: Enter the amount in digits, like 12.5.
    - button "Continue"
    - status: How much would you like to pay?`,
  ready: `
    - region "Pay Field & Kiln":
      - heading "$34.50" [level=2]
      - button "Pay 34.50 USDC"
      - button "Pay by QR code or address"
      - button "Cancel"
      - status: Ready to pay`,
  'choose wallet': `
    - button "Back"
    - text: /34.50/
    - heading "Choose your wallet" [level=2]
    - list:
      - listitem:
        - button "Example Wallet Installed Last used"
      - listitem:
        - button "Another Wallet With A Long Name Installed"
    - list:
      - listitem:
        - button "A wallet on your phone WalletConnect"
      - listitem:
        - button "Pay by QR code or address Any wallet or exchange"
    - status: Choose your wallet`,
  'scan, payment': `
    - button "Back"
    - text: /34.50/
    - heading "Send from another wallet" [level=2]
    - text: Send exactly 34.500317 USDC
    - button "Copy 34.500317 USDC"
    - text: Send this exact amount. The last digits identify your order.
    - img "QR code with the payment details for your wallet"
    - paragraph: Waiting for your payment
    - paragraph: Send only on Base. Funds sent on another network may be lost.
    - term: To
    - definition:
      - text: /0x9965/
      - button "Copy address"
    - group: Token contract
    - group: I’ve already sent it
    - status: Send from another wallet`,
  'confirm in wallet': `
    - heading "Confirm in Example Wallet" [level=2]
    - paragraph: Check the amount in your wallet and approve the payment. Keep this page open.
    - term: Amount
    - definition: 34.50 USDC
    - term: Network
    - definition: Base
    - term: To
    - definition:
      - text: /0x9965/
      - button "Copy address"
    - button "Don’t see a request?"
    - status: Check the amount in your wallet and approve the payment. Keep this page open.`,
  'unknown outcome': `
    - heading "Looking for your payment" [level=2]
    - paragraph: We didn’t get a clear response from your wallet, so your payment may already be on its way. Don’t pay again yet.
    - button "Check again"
    - text: If you did approve it and pay again, you’ll pay twice.
    - 'button "I didn’t approve it – pay again"'
    - status: Looking for your payment. We didn’t get a clear response from your wallet, so your payment may already be on its way. Don’t pay again yet.`,
  confirming: `
    - heading "Payment sent" [level=2]
    - paragraph: The network is confirming your payment. You can close this page.
    - list:
      - listitem: Sent from your wallet
      - listitem: Store notified
      - listitem:
        - text: Confirmed by the network
        - progressbar "Confirmed by the network": 1 of 12 confirmations, about 25 seconds
    - term: Transaction
    - definition:
      - button "Copy transaction 0x8f3c…6372": 0x8f3c…6372
      - link "View in block explorer":
        - /url: https://basescan.org/tx/0x8f3c5a2d9e1b4076c3d8e5f2a1b0c9d8e7f6a5b4c3d2e1f00918273645546372
    - group: Receipt
    - status: Payment sent. The network is confirming your payment. You can close this page.`,
  paid: `
    - heading "Paid" [level=2]
    - paragraph: Thank you. Your payment is confirmed.
    - text: $34.50
    - term: Amount
    - definition: 34.50 USDC on Base
    - term: To
    - definition:
      - text: /0x9965/
      - button "Copy address"
    - term: Transaction
    - definition:
      - button "Copy transaction 0x8f3c…6372": 0x8f3c…6372
      - link "View in block explorer":
        - /url: https://basescan.org/tx/0x8f3c5a2d9e1b4076c3d8e5f2a1b0c9d8e7f6a5b4c3d2e1f00918273645546372
    - term: Time
    - definition: /Nov 20, 2026/
    - group: Details
    - group "Receipt":
      - button "Download"
      - button "Copy receipt"
      - button "Print"
    - status: Paid. Thank you. Your payment is confirmed.`,
}

test('the main screens as a screen reader finds them', async ({ page, stage }) => {
  const { show } = await openGallery(page, stage)
  for (const [name, tree] of Object.entries(trees)) {
    await show(name)
    await expect(card(page), name).toMatchAriaSnapshot(tree)
  }
})

test('the step that goes on is told from those that are done', async ({ page, stage }) => {
  const { show } = await openGallery(page, stage)
  const now = card(page).locator('[aria-current="step"]')
  await show('reporting')
  await expect(now).toHaveText('Store notified')
  await show('confirming')
  await expect(now).toContainText('Confirmed by the network')
})
