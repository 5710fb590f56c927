import { html } from 'hono/html'
import type { EventDelivery, ListedEvent } from '../../../../api/schemas/events.ts'
import { renderEnglish, renderForeign } from '../../../texts/format.ts'
import { renderState, renderTime } from '../../format.ts'
import { type IconName, icon } from '../../icons.ts'
import { linkTo } from '../../paths.ts'
import type { Content, DeskView, Html } from '../../view.ts'
import { deliveryStates, renderResend } from '../webhook-endpoint.ts'
import { findEndpointName, type RemovedEndpoints } from '../webhook-event.ts'

/** Renders an event of a charge as one row: how many endpoints have it. It unfolds to each of them. */
export function renderEventRow(
  view: DeskView,
  event: ListedEvent,
  removed: RemovedEndpoints,
): Html {
  const { text, locale } = view.language
  const { uuid, type, createdAt, deliveries } = event
  const [kind, name] = getMark(deliveries)
  const count = (number: number) => number.toLocaleString(locale)
  const delivered = deliveries.filter(({ status }) => status === 'DELIVERED').length
  const total = deliveries.length
  const summary =
    total === 0
      ? text('sentToNobody')
      : text('deliveredOf', { count: count(delivered), total: count(total) })
  const link = linkTo(view, '/events/:uuid', { uuid })
  return html`<li class="told"><span class="d ${kind}">${icon(name)}</span><details><summary><code dir="ltr">${type}</code> ${summary}</summary><ul>${deliveries.map((delivery) => renderReceiver(view, uuid, { delivery, removed }))}<li><a href="${link}">${text('openEvent')}</a></li></ul></details>${renderTime(createdAt, view, { isExact: true })}</li>`
}

/** Returns the mark of an event by the worst of its deliveries. */
function getMark(deliveries: readonly EventDelivery[]): ['' | 'w' | 'bad', IconName] {
  if (deliveries.some(({ status }) => status === 'FAILED')) return ['bad', 'stop']
  const isLate = ({ status, attempts, lastError }: EventDelivery) =>
    status === 'WAITING' && (attempts > 1 || lastError !== '')
  if (deliveries.some(isLate)) return ['w', 'warn']
  return ['', 'hook']
}

function renderReceiver(
  view: DeskView,
  event: string,
  { delivery, removed }: { delivery: EventDelivery; removed: RemovedEndpoints },
): Content {
  const { endpoint, status, answerStatus, lastError } = delivery
  const { name, isPresent } = findEndpointName(view, removed, endpoint)
  return html`<li><span>${renderForeign(name)}<small>${renderState(deliveryStates[status], view.language)}${answerStatus ? html` <bdi dir="ltr">${answerStatus}</bdi>` : ''}</small>${lastError ? html`<small>${renderEnglish(lastError)}</small>` : ''}</span>${isPresent ? renderResend(view, { event, endpoint }) : ''}</li>`
}
