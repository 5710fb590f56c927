import type { Context } from 'hono'
import { html } from 'hono/html'
import { uuidPattern } from '../../api/formats.ts'
import { PayError } from '../../errors.ts'
import type { ModeStore } from '../accounts/store/modes.ts'
import type { Env } from '../http/context.ts'
import { renderPlainPage } from './document.ts'
import { renderSwitch } from './switch.ts'
import type { FormView, Html } from './view.ts'

/** Returns the page for what is not there and belongs to the same shop in the other mode; undefined for anything else. */
export async function renderElsewhere(
  c: Context<Env>,
  store: ModeStore,
  view: FormView,
  { cause, next }: { cause: unknown; next: string },
): Promise<Html | undefined> {
  if (!(cause instanceof PayError) || cause.code !== 'not_found') return undefined
  const ids = Object.values(c.req.param()).filter((value) => uuidPattern.test(value))
  const { account, canSwitch } = view.session
  if ((await store.findInOtherMode(account.id, ids)) === undefined) return undefined
  const { text } = view.language
  const title = text(account.livemode ? 'inTestMode' : 'inLiveMode')
  const hint = text(canSwitch ? 'inOtherModeSwitch' : 'inOtherModeKey')
  return renderPlainPage(
    view,
    title,
    html`<div class="panel card"><h1>${title}</h1><p>${hint}</p>${renderSwitch(view, 'main', next)}<a class="btn" href="${view.base}">${text('back')}</a></div>`,
  )
}
