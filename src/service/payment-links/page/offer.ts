import { isWebUrl } from '../../../api/formats.ts'
import type { LinkOffer, LinkQuestion } from '../../../api/schemas/link-offer.ts'
import { getStoreName, readHexColor } from '../../payment-page/link.ts'
import { formatMoney, toText } from '../../texts/format.ts'
import type { Language } from '../../texts/language.ts'
import { answerLimits, getFieldName } from '../choice.ts'
import type { PaymentLinkRecord } from '../payment-links.ts'
import { getLinkCurrency } from '../replies.ts'
import type { FoundLink } from '../store/payment-links.ts'
import { completions } from './fields.ts'
import { describeRefusal, formatLinkPrice, type LinkRefusal } from './html.ts'

/** Returns what the element shows of a link, on the page of anybody. */
export function describeOffer(
  found: FoundLink,
  state: LinkRefusal | 'open',
  language: Language,
): LinkOffer {
  const { link, account } = found
  const { brand } = account
  const { name, description = '' } = link.charge
  const price = toText(formatLinkPrice(link, language.locale) ?? '')
  const refusal = state === 'open' ? undefined : describeRefusal(state, found, language)
  return {
    is_open: state === 'open',
    title: refusal?.title ?? name,
    text: refusal?.text ?? price,
    name,
    description,
    store: getStoreName(account),
    brand_color: readHexColor(brand.color) ?? '',
    brand_logo_url: isWebUrl(brand.logoUrl) ? brand.logoUrl : '',
    price,
    livemode: link.livemode,
    questions: listQuestions(link, language),
    button: language.texts.linkPage.next,
    lang: language.locale,
    dir: language.dir,
    charge: '',
  }
}

/** What most questions are. */
const plain = {
  required: false,
  autocomplete: 'off',
  value: '',
  max_length: '',
  min: '',
  max: '',
  options: [],
}

/** Returns what a link asks: the same as the form of its page (fields.ts). */
function listQuestions(
  link: PaymentLinkRecord,
  { locale, texts: { linkPage: texts } }: Language,
): LinkQuestion[] {
  const { suggestedAmounts, minQuantity, maxQuantity } = link
  const currency = getLinkCurrency(link)
  const questions: LinkQuestion[] = []
  if (suggestedAmounts.length > 0) {
    const options = suggestedAmounts.map((value) => ({
      value,
      label: toText(formatMoney(value, currency, locale)),
    }))
    const other = { value: '', label: texts.otherAmount }
    const amount = { name: 'amount', label: texts.howMuch, kind: 'choice' }
    questions.push({ ...plain, ...amount, options: [...options, other] })
  }
  if (minQuantity < maxQuantity) {
    const [min, max] = [`${minQuantity}`, `${maxQuantity}`]
    const quantity = { name: 'quantity', label: texts.quantity, kind: 'number' }
    questions.push({ ...plain, ...quantity, required: true, value: min, min, max })
  }
  for (const [index, { kind, label, required }] of link.fields.entries()) {
    const name = label || texts[kind]
    questions.push({
      ...plain,
      name: getFieldName(index),
      label: required ? name : `${name} (${texts.optional})`,
      kind: kind === 'email' ? 'email' : 'text',
      required,
      autocomplete: completions[kind],
      max_length: `${answerLimits[kind]}`,
    })
  }
  return questions
}
