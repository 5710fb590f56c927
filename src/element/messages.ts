// What the first screens say. The rest is in later-messages.ts, which loads with its screens.

/** Title and sentence of a screen. What stands in braces is filled in by the view. */
export interface Texts {
  title: string
  text: string
}

export const firstScreens = {
  loading: { title: 'Loading the payment', text: '' },
  ready: { title: 'Ready to pay', text: '' },
  failed: { title: 'Something went wrong', text: '' },
}

export const words = {
  pay: 'Pay {amount}',
  payRest: 'Pay the rest: {amount}',
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
