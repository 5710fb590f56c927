import { html } from 'hono/html'
import type { DeskNotice } from '../../accounts/desk-forms.ts'
import { english, type TextName } from '../../texts/en.ts'
import { renderId } from '../format.ts'
import { buildPath } from '../paths.ts'
import { type Content, type FormView, renderAction } from '../view.ts'

/** Renders the notice of a completed action: with its undo button, or with a secret that is shown only here. */
export function renderNotice(view: FormView, { text, undo, secret }: DeskNotice): Content {
  // Another version of the service may have kept it.
  if (!Object.hasOwn(english.desk, text)) return ''
  const said = view.language.text(text as TextName)
  if (secret)
    return html`<div class="secret"><b>${said}</b><p class="note">${view.language.text('secretText')}</p>${renderId(secret)}</div>`
  return [said, undo ? renderUndo(view, undo) : '']
}

/** Renders the button that undoes an assignment. */
export function renderUndo(
  view: FormView,
  { payment, charge }: { payment: string; charge: string },
): Content {
  return renderAction(view, {
    path: buildPath('/unmatched/:uuid/unassign', { uuid: payment }),
    label: view.language.text('undo'),
    fields: html`<input type="hidden" name="charge" value="${charge}">`,
  })
}
