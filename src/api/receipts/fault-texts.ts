import type { ReceiptFault } from './verify.ts'

/** What each fault of a receipt means, for whoever was given it. */
export const receiptFaultTexts: Readonly<Record<ReceiptFault, string>> = {
  malformed: 'This is not a signed receipt, or a part of it is missing.',
  too_large: 'This is larger than any receipt.',
  other_type: 'This is signed, but it is not a receipt.',
  other_claims: 'This is signed, but it does not say what a receipt says.',
  other_algorithm:
    'It asks to be checked by another method than that of the service’s keys. Such a receipt proves nothing.',
  unknown_key: 'None of these keys has signed it: it is from another service, or it was made up.',
  wrong_signature: 'Its signature is wrong: it was changed after it was signed, or it was made up.',
  other_issuer: 'It is signed by one of these keys, but names another service than theirs.',
  not_supported: 'This program cannot use the key. Try a newer one.',
  insecure_page: 'Here this page has no cryptography. Save it, and open the file.',
}
