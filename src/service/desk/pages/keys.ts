import { html } from 'hono/html'
import type { Scope } from '../../../api/routes/scope.ts'
import type { OperatorKey } from '../../http/operator-routes.ts'
import type { TextName } from '../../texts/en.ts'
import { renderForeign } from '../../texts/format.ts'
import { renderDeskPage } from '../document.ts'
import { formatMoment, renderTime } from '../format.ts'
import { buildPath } from '../paths.ts'
import { type Content, type DeskView, type Html, renderAction } from '../view.ts'
import { renderTop } from './panel.ts'

/** Renders the api-keys of the account, those that still open something first. */
export function renderKeys(view: DeskView, keys: readonly OperatorKey[]): Html {
  const { text } = view.language
  const isOpen = (key: OperatorKey) => describeEnd(view, key) === undefined
  const sorted = [...keys.filter(isOpen), ...keys.filter((key) => !isOpen(key))]
  return renderDeskPage(
    view,
    text('keys'),
    html`${renderTop(text('keys'), text('keysText'))}
<section class="panel"><table><thead><tr><th scope="col">${text('name')}</th><th scope="col" class="wide">${text('permissions')}</th><th scope="col" class="wide">${text('lastUsed')}</th><th scope="col" class="num"><span class="hidden">${text('revoke')}</span></th></tr></thead><tbody>${sorted.map((key) => renderKey(view, key))}</tbody></table></section>
<p class="note">${text('keysHelp')}<br><code dir="ltr">pay-charge keys create --account ${view.session.account.id} --name "Ruth Sand" --scope desk:decide</code></p>`,
  )
}

/** What a key with a scope can do, in words. */
const scopeTexts = {
  'charges:write': 'canCreateCharges',
  'charges:read': 'canSeeCharges',
  payments: 'canReportPayments',
  'payments:assign': 'canAssign',
  refunds: 'canRefund',
  settings: 'canChangeSettings',
  admin: 'canDoAll',
  'desk:see': 'roleSee',
  'desk:decide': 'roleDecide',
  'desk:refund': 'roleRefund',
  'desk:manage': 'roleManage',
} as const satisfies Readonly<Record<Scope, TextName>>

function renderKey(view: DeskView, key: OperatorKey): Html {
  const { session, language } = view
  const { text } = language
  const { prefix, name, scopes, used, expires } = key
  const end = describeEnd(view, key)
  const permissions = scopes.map((scope) => text(scopeTexts[scope])).join(', ')
  const mine =
    prefix === session.keyPrefix ? html` <span class="why">${text('yourKey')}</span>` : ''
  const until = end ?? (expires ? text('expiresOn', { time: formatMoment(expires, view) }) : '')
  return html`<tr><td>${name ? renderForeign(name) : text('noName', { prefix })}${mine}<small><code dir="ltr">${prefix}</code>${until ? ` · ${until}` : ''}</small><small class="narrow">${permissions}</small></td><td class="wide">${permissions}</td><td class="wide note">${used ? renderTime(used, view) : text('never')}</td><td class="num">${end ? '' : renderRevocation(view, prefix)}</td></tr>`
}

/** Returns since when a key opens nothing; undefined for one that does. */
function describeEnd(view: DeskView, { revoked, expires }: OperatorKey): string | undefined {
  const { text } = view.language
  if (revoked) return text('revokedOn', { time: formatMoment(revoked, view) })
  if (expires && new Date(expires) <= view.now)
    return text('expiredOn', { time: formatMoment(expires, view) })
  return undefined
}

function renderRevocation(view: DeskView, prefix: string): Content {
  const { text } = view.language
  const path = buildPath('/keys/:prefix/revoke', { prefix })
  if (!view.may(path)) return ''
  return html`<details class="revoke"><summary class="btn low">${text('revoke')}</summary><p class="note">${text('revokeText')}</p>${renderAction(view, { path, label: text('revokeSure', { prefix }) })}</details>`
}
