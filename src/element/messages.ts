// What the first screens say, in English. The rest, and the other languages, are in languages/ and come with their screens.

/** Title and sentence of a screen. What stands in braces is filled in by the view. */
export interface Said {
  readonly title: string
  readonly text: string
}

export const firstWords = {
  /** BCP 47, of the texts. */
  lang: 'en',
  dir: 'ltr',
  screens: {
    loading: { title: 'Loading the payment', text: '' },
    ready: { title: 'Ready to pay', text: '' },
    failed: { title: 'Something went wrong', text: '' },
  },
  pay: 'Pay {amount}',
  payRest: 'Pay the rest: {amount}',
  logo: 'Logo',
  cancel: 'Cancel',
  again: 'Try again',
  on: '{amount} on {network}',
  partly: '{paid} of {price} is paid.',
  direct: 'Paid straight to {recipient}',
}

/** Fills what stands in braces. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all))
}
