import { html } from 'hono/html'
import type { ReducedCharge } from '../../../../api/schemas/charges/charge.ts'
import type {
  SuggestionReason,
  UnmatchedPayment,
  UnmatchedReply,
} from '../../../../api/schemas/unmatched.ts'
import { formatUnits } from '../../../texts/format.ts'
import { isLess, subtractAmounts } from '../../amounts.ts'
import type { FormInput } from '../../fields.ts'
import { getChargeName } from '../../format.ts'
import { buildPath } from '../../paths.ts'
import { type Content, type DeskView, type Html, renderAction } from '../../view.ts'
import { isSameToken, type SuggestedCharge } from './suggestion.ts'

const renderValue = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`

/** Renders the field that names the list to which a decision returns. */
export function renderPlace({ place }: DeskView): Html {
  return renderValue('place', place)
}

/**
 * Renders the buttons that assign money to a charge: the first one accepts it, where it is too little.
 *
 * @param kind of the first button
 */
export function renderAssignment(
  view: DeskView,
  payment: UnmatchedReply,
  { charge, reasons }: Pick<SuggestedCharge, 'charge' | 'reasons'>,
  kind = '',
): Content {
  const { language, refused } = view
  const { text } = language
  const { uuid, usdAmount } = payment
  const order = getChargeName(charge, language)
  const dollars = reasons.includes('OTHER_TOKEN') ? renderValue('dollars', usdAmount) : ''
  // The forms of several charges have one path: what was written belongs to one of them.
  const own = refused?.values.charge === charge.id ? view : { ...view, refused: undefined }
  const assign = (label: string, more: Content = '', formKind = kind) =>
    renderAction(own, {
      path: buildPath('/unmatched/:uuid/assign', { uuid }),
      label,
      kind: formKind,
      inputs: askAmount(view, payment, `amount-${charge.id}`),
      fields: html`${renderPlace(view)}${renderValue('charge', charge.id)}${dollars}${more}`,
    })
  const accepted = readAccepted(payment, charge, reasons)
  if (accepted === undefined) return assign(text('assignTo', { order }))
  return [
    assign(text('assignAndAccept', { order }), renderValue('accept', accepted)),
    assign(text('onlyAssign'), '', 'low'),
  ]
}

/** Renders the button that sends money back, with its amount. */
export function renderReturn(view: DeskView, payment: UnmatchedPayment, kind = ''): Content {
  const { text, locale } = view.language
  const { uuid, amount, tokenSymbol } = payment
  return renderAction(view, {
    path: buildPath('/unmatched/:uuid/return', { uuid }),
    label:
      amount === ''
        ? text('sendBack')
        : text('sendAmountBack', { amount: formatUnits(amount, tokenSymbol, locale) }),
    kind,
    inputs: askAmount(view, payment, 'returned-amount'),
  })
}

/** Asks how much arrived, where the chain does not show it. */
function askAmount({ language }: DeskView, { amount }: UnmatchedPayment, id: string): FormInput[] {
  const { text } = language
  if (amount !== '') return []
  return [
    {
      name: 'amount',
      kind: 'amount',
      label: text('assignAmount'),
      id,
      isRequired: true,
      help: text('assignAmountText'),
    },
  ]
}

/** Returns what a charge would have with some money that is still too little; undefined where it is enough, or in another token. */
function readAccepted(
  payment: UnmatchedPayment,
  charge: ReducedCharge,
  reasons: readonly SuggestionReason[],
): string | undefined {
  const { missing_amount: missing, pricing } = charge
  if (!isSameToken(payment, charge, reasons) || !isLess(payment.amount, missing)) return undefined
  return subtractAmounts(pricing.settlement.amount, subtractAmounts(missing, payment.amount))
}
