// What of English may stand in a text of another language, and how the rest of it is found.

/** Names and terms that are the same in any language. Latin letters in another script are these, or a mistake. */
const names = new Set(
  'QR Code hash Gas JSON JavaScript App URL RPC ID KB Explorer explorer tab x a f csv CSV Wallet WalletConnect webhook Webhook webhooks'.split(
    ' ',
  ),
)

/** English words that are no words of the other languages with Latin letters. */
const englishWords = new Set(
  'the your you this that’s couldn’t doesn’t isn’t don’t payment store please again network address amount have been will which signed sent nothing check refund failed'.split(
    ' ',
  ),
)

/** Returns the words of a text that are English for certain, whatever names stand in it. */
export function findEnglishWords(text: string): string[] {
  return readLatinWords(text).filter((word) => englishWords.has(word.toLowerCase()))
}

/** Returns the words of a translation that are left in English, without its placeholders. */
export function findEnglish(text: string, language: string): string[] {
  const { script } = new Intl.Locale(language).maximize()
  if (script === 'Latn') return findEnglishWords(text)
  return readLatinWords(text).filter((word) => !names.has(word))
}

const readLatinWords = (text: string) =>
  text.replace(/\{\w+\}/g, ' ').match(/\p{Script=Latin}[\p{Script=Latin}’-]*/gu) ?? []
