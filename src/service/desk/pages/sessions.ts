import { html } from 'hono/html'
import type { SessionRecord } from '../../accounts/people.ts'
import { renderForeign } from '../../texts/format.ts'
import { renderTime } from '../format.ts'
import { buildPath } from '../paths.ts'
import { type DeskView, type Html, renderAction } from '../view.ts'
import { renderPanel } from './panel.ts'

/** Renders where people are signed in: one's own sessions, and those of all for whoever manages the shop. */
export function renderSessions(view: DeskView, sessions: readonly SessionRecord[]): Html {
  const { text } = view.language
  const others = renderAction(view, {
    path: buildPath('/sessions/end-others'),
    label: text('endOthers'),
    kind: 'low',
  })
  const isSeveral =
    sessions.filter(({ keyPrefix }) => keyPrefix === view.session.keyPrefix).length > 1
  return renderPanel(
    { title: text('sessions'), actions: isSeveral ? others : '' },
    html`<table class="keys"><thead><tr><th scope="col">${text('name')}</th><th scope="col" class="wide">${text('sessionStarted')}</th><th scope="col" class="wide">${text('lastUsed')}</th><th scope="col" class="num"><span class="hidden">${text('endSession')}</span></th></tr></thead><tbody>${sessions.map((session) => renderSession(view, session))}</tbody></table>`,
  )
}

function renderSession(view: DeskView, session: SessionRecord): Html {
  const { text } = view.language
  const { id, keyPrefix, keyName, browser, createdAt, lastUsedAt } = session
  const isThis = id === view.session.id
  const end = isThis
    ? html`<span class="why">${text('thisSession')}</span>`
    : renderAction(view, {
        path: buildPath('/sessions/:uuid/end', { uuid: id }),
        label: text('endSession'),
        kind: 'low',
      })
  const time = (date: Date) => renderTime(date.toISOString(), view)
  return html`<tr><td>${keyName ? renderForeign(keyName) : text('noName', { prefix: keyPrefix })}<small>${browser || text('unknownBrowser')}</small><small class="narrow">${text('lastUsed')}: ${time(lastUsedAt)}</small></td><td class="wide note">${time(createdAt)}</td><td class="wide note">${time(lastUsedAt)}</td><td class="num">${end}</td></tr>`
}
