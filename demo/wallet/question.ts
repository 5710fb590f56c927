import { hexToString, isHex } from 'viem'
import type { Network } from './network.ts'

/** What the sheet asks. All texts are shown as text, never as markup. */
export interface Question {
  title: string
  /** The large line. */
  headline?: string
  /** Below the large line. */
  subline?: string
  rows: Row[]
  /** What the payer can choose, such as one of several accounts. */
  choice?: Choice
  /** A longer text, shown as it is, such as one to sign. */
  text?: string
  /** What the payer should know before approving. */
  warnings: string[]
  /** The name of the network it is about. */
  network: string
}

export interface Choice {
  label: string
  options: readonly { label: string; value: string }[]
  /** The value of the option that is chosen at first. */
  value: string
  onChoose: (value: string) => void
}

export interface Row {
  label: string
  value: string
  /** Shown with its picture, and in full when pointed at. */
  address?: string
}

/** A row that shows an address, shortened. */
export function addressRow(label: string, address: string): Row {
  return { label, value: shortAddress(address), address }
}

/** 0x1234…abcd */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}

/** A text from the chain or a page, without what could rearrange the sheet's own words. */
export function plainText(text: string, longest: number): string {
  // Control, format (direction overrides, zero width) and separator characters.
  const clean = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
  return clean.length > longest ? `${clean.slice(0, longest)}…` : clean
}

/** Whether a site may see the account. */
export function connectQuestion(
  origin: string,
  account: string | Choice,
  network: string,
): Question {
  return {
    title: 'Connect to this site?',
    headline: new URL(origin).host,
    subline: 'It will see your account and balances, and may ask you to approve transfers.',
    rows: typeof account === 'string' ? [addressRow('Account', account)] : [],
    ...(typeof account === 'object' && { choice: account }),
    warnings: [],
    network,
  }
}

/** Whether to go to a network the wallet knows. */
export function switchQuestion(network: string, to: Network): Question {
  return {
    title: 'Switch network?',
    headline: plainText(to.name, 60),
    rows: [
      { label: 'From', value: network },
      { label: 'Chain', value: `${to.id}` },
    ],
    warnings: [],
    network,
  }
}

/** Whether to take in a network, and go there. */
export function addQuestion(network: string, added: Network): Question {
  return {
    title: 'Add and use this network?',
    headline: plainText(added.name, 60),
    rows: [
      { label: 'Chain', value: `${added.id}` },
      { label: 'Node', value: added.rpcUrl },
    ],
    warnings: [],
    network,
  }
}

/** Whether to sign a message: hexadecimal bytes or plain text, as personal_sign takes both. */
export function signQuestion(message: string, address: string, network: string): Question {
  const text = isHex(message) ? hexToString(message) : message
  const rows = [addressRow('Account', address)]
  return { title: 'Sign this message?', text, rows, warnings: [], network }
}
