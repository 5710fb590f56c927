import { html } from 'hono/html'
import { buildPath } from './paths.ts'
import { type Content, type FormView, renderAction } from './view.ts'

/** Renders the button that leads a person who has both from live to test, or back; `next`: to the page that shows the same. */
export function renderSwitch(view: FormView, kind: string, next = ''): Content {
  const { session, language } = view
  if (!session.canSwitch) return ''
  const isTest = !session.account.livemode
  return renderAction(view, {
    path: buildPath('/mode'),
    label: language.text(isTest ? 'switchToLive' : 'switchToTest'),
    kind,
    fields: html`<input type="hidden" name="mode" value="${isTest ? 'live' : 'test'}"><input type="hidden" name="next" value="${next}">`,
  })
}
