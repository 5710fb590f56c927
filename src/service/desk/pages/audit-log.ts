import { html } from 'hono/html'
import type { AuditEntry } from '../../../api/schemas/settings.ts'
import { renderForeign } from '../../texts/format.ts'
import { renderSentence } from '../audit-sentences.ts'
import { type AuditSubjects, readText } from '../audit-subjects.ts'
import { renderDeskPage } from '../document.ts'
import { renderTime } from '../format.ts'
import { linkTo } from '../paths.ts'
import type { Content, DeskView, Html } from '../view.ts'
import { renderPageLinks } from './charges/charges.ts'
import { renderEmpty, renderTop } from './panel.ts'

/** Renders a page of the audit log: a sentence for each entry, with its time, its key and its reason. */
export function renderAuditLog(
  view: DeskView,
  { entries, subjects }: { entries: readonly AuditEntry[]; subjects: AuditSubjects },
  pages: { newer: boolean; older: boolean },
): Html {
  const { language } = view
  const { text } = language
  const [first, last] = [entries.at(0), entries.at(-1)]
  const list =
    entries.length > 0
      ? html`<ol class="ums">${entries.map((entry) => renderEntry(view, { entry, subjects }))}</ol>`
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

function renderEntry(
  view: DeskView,
  described: { entry: AuditEntry; subjects: AuditSubjects },
): Html {
  const { author, authorName, createdAt } = described.entry
  const reason = readText(described.entry, 'reason')
  const key = author !== 'cli' && authorName ? html` · <code dir="ltr">${author}</code>` : ''
  return html`<li class="um entry"><p>${renderSentence(view, described)}</p><small>${renderTime(createdAt, view)}${key}${reason ? html` · ${renderForeign(reason)}` : ''}</small>${renderChanges(view, described.entry)}</li>`
}

/** Renders what an endpoint was and became, where its name, filter or switch was changed. */
function renderChanges({ language }: DeskView, { action, from, to }: AuditEntry): Content {
  if (action !== 'webhook.updated') return ''
  const { text } = language
  const show = (value: unknown): string => {
    if (Array.isArray(value)) return value.length === 0 ? text('allEvents') : value.join(', ')
    if (typeof value === 'boolean') return text(value ? 'on' : 'off')
    return typeof value === 'string' ? value : ''
  }
  const names = { description: 'name', events: 'event', shop: 'shop', enabled: 'state' } as const
  const changed = Object.entries(names).flatMap(([name, label]) => {
    const [before, after] = [show(from?.[name]), show(to?.[name])]
    return before === after ? [] : [{ label, before, after }]
  })
  return html`<dl class="changes">${changed.map(({ label, before, after }) => html`<div><dt>${text(label)}</dt><dd>${before ? html`<del>${before}</del> ` : ''}${after ? html`<ins>${after}</ins>` : ''}</dd></div>`)}</dl>`
}
