import { isUserRejection, walkCauses } from '../errors.ts'

/**
 * Messages by which wallets report that they do not sign a plain send of native currency with data. Each of these
 * failures comes before anything is signed, so nothing was sent. Trezor signs such a transaction and shows the data;
 * no refusal of it is known.
 */
const dataRefusalPatterns = [
  // Ledger's default, "blind signing" off: the device answers 0x6a80 and signs nothing, and Ledger's library puts it
  // so. MetaMask passes it on with code -32603: https://github.com/MetaMask/metamask-extension/issues/14703,
  // https://github.com/LedgerHQ/app-ethereum/issues/230
  /\benable Blind signing or Contract data\b/i,
  // MetaMask from version 12: https://github.com/MetaMask/metamask-extension/issues/29802, and with its device errors
  // of 2026: https://github.com/MetaMask/metamask-extension/pull/41207
  /\bBlind signing must be enabled\b/i,
  /\bBlind signing is not supported on this device\b/i,
  // Libraries that pass the device's answer on: https://github.com/MetaMask/metamask-extension/issues/6922, Rabby's
  // older one https://github.com/RabbyHub/Rabby/issues/3050 and its newer
  // https://github.com/ethereum/staking-launchpad/issues/809
  /\bInvalid data(?: received)? ?\(0x6a80\)/i,
  // MetaMask, before it asks the payer, if the recipient is another account of the same wallet:
  // https://github.com/MetaMask/metamask-extension/issues/32495
  /\bto internal accounts cannot include data\b/i,
  // MetaMask's older text, also before it asks: https://github.com/MetaMask/metamask-extension/issues/9951
  /\bTrying to call a function on a non-contract address\b/i,
]

/**
 * Returns whether a wallet's failure certainly means that it sends nothing with data, so that it may be asked once more
 * without. A payer's own refusal never does, in any wording.
 */
export function refusesData(error: unknown): boolean {
  if (isUserRejection(error)) return false
  for (const { message } of walkCauses(error)) {
    if (typeof message === 'string' && dataRefusalPatterns.some((form) => form.test(message)))
      return true
  }
  return false
}
