import type { FormInput } from '../../fields.ts'
import type { DeskLanguage } from '../../language.ts'
import { buildPath } from '../../paths.ts'
import type { DeskView, Html } from '../../view.ts'
import { type Askable, listPriceInputs, renderAsking, renderItems } from '../asking.ts'

/**
 * Renders the form that makes a charge.
 *
 * @param hours those that it may be payable for, the usual ones first
 */
export function renderNewCharge(view: DeskView, askable: Askable, hours: readonly number[]): Html {
  const { language } = view
  const { text } = language
  const path = buildPath('/charges/new')
  const inputs: FormInput[] = [
    { name: 'name', label: text('chargeFor'), maxLength: 200 },
    ...listPriceInputs(language, askable),
    { name: 'order', label: text('orderNumberOptional'), maxLength: 100 },
    {
      name: 'email',
      label: text('customerEmail'),
      kind: 'email',
      fills: ['payer_email'],
      maxLength: 254,
    },
    { name: 'note', label: text('customerNote'), fills: ['description'], maxLength: 1000 },
    { name: 'hours', label: text('payableFor'), options: listHours(language, hours) },
  ]
  return renderAsking(view, askable, {
    title: text('newCharge'),
    note: text('newChargeText'),
    up: ['/charges', text('charges')],
    path,
    label: text('createCharge'),
    inputs,
    fields: renderItems(view, path),
  })
}

function listHours({ locale }: DeskLanguage, hours: readonly number[]) {
  const format = (unit: 'hour' | 'day', count: number) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
  const label = (count: number) =>
    count % 24 === 0 ? format('day', count / 24) : format('hour', count)
  return hours.map((count) => [String(count), label(count)] as const)
}
