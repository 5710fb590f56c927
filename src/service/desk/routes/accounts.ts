import { routes } from '../../../api/routes/routes.ts'
import { registerAction } from '../act.ts'
import { deskRoutes } from '../api/routes.ts'
import { loadAuditSubjects } from '../audit-subjects.ts'
import { type ChainParts, loadChainStates } from '../chain-states.ts'
import type { Desk } from '../desk.ts'
import { renderAuditLog } from '../pages/audit-log.ts'
import { renderChains } from '../pages/chains.ts'
import { readTroubled } from '../pages/panel.ts'
import { renderSettings } from '../pages/settings.ts'
import { buildPath } from '../paths.ts'
import { registerPage } from '../register.ts'
import { isOverHttps } from '../session.ts'
import { saveTimeZone } from '../time-zone.ts'

/** Registers the pages about the account and the service: settings, chains, and the audit log. */
export function registerAccountPages(desk: Desk, parts: ChainParts): void {
  registerPage(desk, '/settings', 'settings', async ({ call, view }) =>
    renderSettings(view, await call(deskRoutes.getSettings)),
  )

  registerAction(
    desk,
    '/settings/tolerance',
    routes.setUnderpaymentTolerance,
    async ({ call, amount }) => {
      const body = { amount: amount('amount'), percent: amount('percent') }
      await call(routes.setUnderpaymentTolerance, { body })
      return { path: buildPath('/settings'), done: 'doneChanged' }
    },
  )

  registerAction(desk, '/settings/time-zone', 'personal', async ({ c, field }) => {
    saveTimeZone(c, field('zone'), { path: desk.base, secure: isOverHttps(desk.context) })
    return { path: buildPath('/settings'), done: 'doneChanged' }
  })

  for (const [path, setting] of [
    ['/settings/wallet/cancel', 'wallet'],
    ['/settings/tolerance/cancel', 'tolerance'],
    ['/settings/webhook/cancel', 'webhook'],
  ] as const)
    registerAction(desk, path, deskRoutes.cancelSettingChange, async ({ call }) => {
      await call(deskRoutes.cancelSettingChange, { body: { setting } })
      return { path: buildPath('/settings'), done: 'doneChangeCanceled' }
    })

  registerPage(desk, '/chains', 'chains', async ({ c, view }) =>
    renderChains(
      view,
      readTroubled(c.req.query('show')),
      await loadChainStates(desk, view, parts),
      parts.getRates(),
    ),
  )

  registerPage(desk, '/audit-log', 'auditLog', async ({ c, call, view }) => {
    const [after, before] = [c.req.query('after'), c.req.query('before')]
    const cursor = after ? { starting_after: after } : before ? { ending_before: before } : {}
    const { data, pagination } = await call(routes.listAuditLog, {
      query: { ...cursor, limit: '25' },
    })
    const isBackward = 'ending_before' in cursor
    const subjects = await loadAuditSubjects(call, data)
    return renderAuditLog(
      view,
      { entries: data, subjects },
      {
        newer: isBackward ? pagination.has_more : after !== undefined,
        older: isBackward || pagination.has_more,
      },
    )
  })
}
