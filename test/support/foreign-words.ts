// What of English may stand in a text of another language, and how the rest of it is found.

/** Names and terms that are the same in any language. Latin letters in another script are these, or a mistake. */
const names = new Set(
  'QR Code hash Gas JavaScript App URL KB Explorer explorer tab x a f csv CSV Wallet WalletConnect webhook Webhook webhooks'.split(
    ' ',
  ),
)

/** English words that are no words of the other languages with Latin letters. */
const englishWords = new Set(
  'the your you this that’s couldn’t doesn’t isn’t don’t payment store please again network address amount have been will which signed sent nothing check refund failed'.split(
    ' ',
  ),
)

/** Returns the words of a text that are left in English, without its placeholders. */
export function findEnglish(text: string, language: string): string[] {
  const { script } = new Intl.Locale(language).maximize()
  const words = text.replace(/\{\w+\}/g, ' ').match(/\p{Script=Latin}[\p{Script=Latin}’-]*/gu) ?? []
  return words.filter((word) =>
    script === 'Latn' ? englishWords.has(word.toLowerCase()) : !names.has(word),
  )
}
