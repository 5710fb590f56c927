import { html } from 'hono/html'
import type { ApiKeyRecord } from '../../accounts/accounts.ts'
import type { NewInvitation } from '../../accounts/people.ts'
import { renderForeign } from '../../texts/format.ts'
import { renderCopy } from '../copy.ts'
import { renderPlainPage } from '../document.ts'
import { renderId } from '../format.ts'
import type { DeskLanguage } from '../language.ts'
import { linkTo } from '../paths.ts'
import { roleTexts } from '../roles.ts'
import type { Html } from '../view.ts'
import { renderMessage } from './sign-in.ts'

interface PlainPage {
  language: DeskLanguage
  base: string
}

/** Renders an invitation, with the button that accepts it. */
export function renderJoin(
  page: PlainPage,
  { name, role, shop }: NewInvitation & { shop: string },
  token: string,
): Html {
  const { text } = page.language
  return renderPlainPage(
    page,
    text('joinTitle', { shop }),
    html`<form class="panel card" method="post" action="${linkTo(page, '/join')}">
<h1>${text('joinTitle', { shop })}</h1>
<p>${renderForeign(name)} · ${text(roleTexts[role])}</p>
<p>${text('joinText')}</p>
<input type="hidden" name="token" value="${token}">
<button class="btn main">${text('joinAccept')}</button>
</form>`,
  )
}

/** Renders the key of a person who has just joined, the only time that it is shown. */
export function renderJoined(
  page: PlainPage,
  { key, apiKey }: { key: ApiKeyRecord; apiKey: string },
): Html {
  const { language } = page
  const { text } = language
  return renderPlainPage(
    page,
    text('joinedTitle'),
    html`<div class="panel card">
<h1>${text('joinedTitle')}</h1>
<p>${renderForeign(key.name)}</p>
<p>${text('joinedText')}</p>
<p class="copy-row">${renderId(apiKey)}${renderCopy(language, apiKey, text('signInKey'))}</p>
<a class="btn main" href="${page.base}">${text('openDesk')}</a>
</div>`,
  )
}

/** Renders that an invitation opens nothing. */
export function renderGone(page: PlainPage): Html {
  const { text } = page.language
  return renderMessage(page, { title: text('joinGoneTitle'), text: text('joinGoneText') })
}
