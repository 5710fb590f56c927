import { html } from 'hono/html'
import type { TextName } from '../../texts/en.ts'
import { renderPlainPage } from '../document.ts'
import { icon } from '../icons.ts'
import type { DeskLanguage } from '../language.ts'
import { linkTo } from '../paths.ts'
import type { Content, Html } from '../view.ts'

interface PlainPage {
  language: DeskLanguage
  base: string
}

/** Renders the form that a key is pasted into. After a refusal, `fault` is the reason. */
export function renderSignIn(
  page: PlainPage,
  {
    note,
    fault,
    next = '',
  }: { note?: TextName | undefined; fault?: TextName | undefined; next?: string },
): Html {
  const { language } = page
  const { text } = language
  return renderPlainPage(
    page,
    text('signInTitle'),
    html`<form class="panel card" method="post" action="${linkTo(page, '/sign-in')}">
<h1>${text('signInTitle')}</h1>
${note ? html`<p class="well" role="status">${text(note)}</p>` : ''}
<p>${text('signInIntro')}</p>
<div><label for="key">${text('signInKey')}</label>
<input class="field" id="key" name="key" type="password" dir="ltr" autocomplete="current-password" autocapitalize="none" spellcheck="false" placeholder="pc_…" required${fault ? html` aria-invalid="true" aria-describedby="fault"` : ''}>
${fault ? html`<p class="fault" id="fault" role="alert">${icon('stop')}${text(fault)}</p>` : ''}</div>
<input type="hidden" name="next" value="${next}">
<button class="btn main">${text('signInButton')}</button>
<p class="note">${text('signInHelp')}</p>
</form>`,
  )
}

/** Renders a page of one message. */
export function renderMessage(
  page: PlainPage,
  { title, text, back }: { title: string; text: Content; back?: string | undefined },
): Html {
  return renderPlainPage(
    page,
    title,
    html`<div class="panel card"><h1>${title}</h1><p>${text}</p>${back ? html`<a class="btn" href="${back}">${page.language.text('back')}</a>` : ''}</div>`,
  )
}
