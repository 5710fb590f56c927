import { html } from 'hono/html'
import type { AuditEntry } from '../../../api/schemas/settings.ts'
import { renderForeign } from '../../texts/format.ts'
import { renderDeskPage } from '../document.ts'
import { renderTime } from '../format.ts'
import { linkTo } from '../paths.ts'
import type { Content, DeskView, Html } from '../view.ts'
import { renderPageLinks } from './charges/charges.ts'
import { renderEmpty, renderTop } from './panel.ts'

/** Renders a page of the audit log. */
export function renderAuditLog(
  view: DeskView,
  entries: readonly AuditEntry[],
  pages: { newer: boolean; older: boolean },
): Html {
  const { language } = view
  const { text } = language
  const [first, last] = [entries.at(0), entries.at(-1)]
  const list =
    entries.length > 0
      ? html`<ol class="ums">${entries.map((entry) => renderEntry(view, entry))}</ol>`
      : renderEmpty(text('noEntries'))
  return renderDeskPage(
    view,
    text('auditLog'),
    html`${renderTop(text('auditLog'), text('auditText'))}
<section class="panel">${list}
${renderPageLinks(language, {
  newer: pages.newer && first ? linkTo(view, '/audit-log', {}, { before: first.uuid }) : undefined,
  older: pages.older && last ? linkTo(view, '/audit-log', {}, { after: last.uuid }) : undefined,
})}</section>`,
  )
}

function renderEntry(view: DeskView, entry: AuditEntry): Html {
  const { text } = view.language
  const { chargeUuid } = { ...entry.from, ...entry.to }
  const values = listChanges(entry)
  return html`<li class="um log"><div><b>${entry.author === 'cli' ? text('operatorName') : renderForeign(entry.authorName || entry.author)}</b><small>${entry.author !== 'cli' && entry.authorName ? html`<code dir="ltr">${entry.author}</code> · ` : ''}${renderTime(entry.createdAt, view)}</small></div><div><code dir="ltr">${entry.action}</code>${typeof chargeUuid === 'string' && chargeUuid ? html` <a href="${linkTo(view, '/charges/:uuid', { uuid: chargeUuid })}">${text('charge')}</a>` : ''}${values.length > 0 ? html`<dl class="changes">${values.map(([name, from, to]) => html`<div><dt dir="ltr">${name}</dt><dd>${from ? html`<del>${from}</del> ` : ''}${to ? html`<ins>${to}</ins>` : ''}</dd></div>`)}</dl>` : ''}</div></li>`
}

/** Returns the values that an entry has changed, before and after. */
function listChanges({
  from,
  to,
}: AuditEntry): (readonly [name: string, from: Content, to: Content])[] {
  const names = [...new Set([...Object.keys(from ?? {}), ...Object.keys(to ?? {})])]
  const show = (value: unknown) => {
    if (Array.isArray(value)) return value.join(', ')
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')
  }
  return names.flatMap((name) => {
    const [before, after] = [show(from?.[name]), show(to?.[name])]
    const isUnchanged = before === after && (before === '' || (from !== null && to !== null))
    return isUnchanged ? [] : [[name, before, after] as const]
  })
}
