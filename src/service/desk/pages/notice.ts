import { html } from 'hono/html'
import type { DeskNotice } from '../../accounts/desk-forms.ts'
import { english, type TextName } from '../../texts/en.ts'
import { renderId } from '../format.ts'
import type { DeskPath } from '../paths.ts'
import { type Content, type FormView, renderAction } from '../view.ts'

/** Renders the notice of a completed action: with its undo button, or with a secret that is shown only here. */
export function renderNotice(view: FormView, { text, undo, secret }: DeskNotice): Content {
  // Another version of the service may have kept it.
  if (!Object.hasOwn(english.desk, text)) return ''
  const said = view.language.text(text as TextName)
  if (secret)
    return html`<div class="secret"><b>${said}</b><p class="note">${view.language.text('secretText')}</p>${renderId(secret)}</div>`
  return [said, undo ? renderUndo(view, { ...undo, path: undo.path as DeskPath }) : '']
}

/** Renders the button that undoes a decision. */
export function renderUndo(
  view: FormView,
  { path, charge }: { path: DeskPath; charge?: string | undefined },
): Content {
  return renderAction(view, {
    path,
    label: view.language.text('undo'),
    fields: charge ? html`<input type="hidden" name="charge" value="${charge}">` : '',
  })
}
