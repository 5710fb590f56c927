// The English messages of the first screens. All others, and the other languages, are in languages/ and load with
// their screens.

/** The title and sentence of a screen. The view fills in the placeholders in braces. */
export interface ScreenText {
  readonly title: string
  readonly text: string
}

/** The English messages of the first screens. */
export const firstMessages = {
  /** The BCP 47 tag of the texts. */
  lang: 'en',
  dir: 'ltr',
  screens: {
    loading: { title: 'Loading payment', text: '' },
    ready: { title: 'Ready to pay', text: '' },
    failed: { title: 'Something went wrong', text: '' },
  },
  pay: 'Pay {amount}',
  payExternally: 'Pay by QR code or address',
  logo: 'Logo',
  retry: 'Try again',
  amountOnNetwork: '{amount} on {network}',
  paidDirectly: 'Goes straight to {store}',
}

/** Replaces the placeholders in braces with values. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    String(values[name] ?? placeholder),
  )
}
