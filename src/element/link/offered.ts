import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { LinkQuestion } from '../../api/schemas/link-offer.ts'
import type { ScreenView } from '../first/views/render-context.ts'
import { button, notice } from '../first/views/shared.ts'
import { countDrawn } from '../i18n/format.ts'

/** Draws a title below its mark. */
type MarkedHeading = (mark: 'none', title: string, text: string) => TemplateResult

/**
 * Creates the screen of a payment link: the offer with its questions, or why there is none.
 *
 * @param markedHeading of the other screens
 */
export const createOfferedView =
  (markedHeading: MarkedHeading): ScreenView<'offered'> =>
  ({ offer, isBusy, notice: error }, context) => {
    const { is_open: isOpen, title, text, name, description, price, questions, lang, dir } = offer
    const { dispatch, isDisabled, messages } = context
    if (!isOpen)
      return html`<div lang=${lang} dir=${dir}>${markedHeading('none', title, text)}</div>${button(messages.checkAgain, () => dispatch({ type: 'retry' }), 'plain')}`
    const submit = (event: SubmitEvent) => {
      event.preventDefault()
      dispatch({ type: 'pay' })
    }
    return html`<form class="say" lang=${lang} dir=${dir} @submit=${submit}>
    ${price ? html`<div part="price" class="price"><h2 part="amount" class="amount" tabindex="-1" .style=${`--n:${countDrawn(price)}`}>${price}</h2></div>` : nothing}
    <div class="order"><p class="name" dir="auto">${name}</p>${offer.livemode === false ? html`<p><span class="test">${messages.testMode}</span></p>` : nothing}${description ? html`<p class="soft" dir="auto">${description}</p>` : nothing}</div>
    ${questions.map((question) => ask(question, error?.field))}
    <div>${notice(error, context)}</div>
    <button part="button" aria-busy=${!!isBusy} ?disabled=${isDisabled}>${isBusy ? html`<span class="spin"></span>` : nothing}${offer.button}</button>
  </form>`
  }

function ask(question: LinkQuestion, wrongField: string | undefined): TemplateResult {
  const { name, label, kind, required, autocomplete, value, max_length, min, max, options } =
    question
  if (kind === 'choice')
    return html`<fieldset><legend>${label}</legend><ul>${options.map(
      (option) =>
        html`<li><label class="button wallet"><input type="radio" name=${name} value=${option.value} ?checked=${option.value === value} />${option.label}</label></li>`,
    )}</ul></fieldset>`
  return html`<label>${label}<input name=${name} type=${kind} dir="auto" autocomplete=${autocomplete} ?required=${required}
    inputmode=${kind === 'number' ? 'numeric' : nothing} maxlength=${max_length || nothing} min=${min || nothing} max=${max || nothing}
    .defaultValue=${value} aria-invalid=${name === wrongField ? 'true' : 'false'} /></label>`
}
