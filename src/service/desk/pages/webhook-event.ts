import { html } from 'hono/html'
import type { RouteOutput } from '../../../api/routes/route.ts'
import type { routes } from '../../../api/routes/routes.ts'
import { renderEnglish } from '../../texts/format.ts'
import { maskSecrets } from '../../webhooks/shown-body.ts'
import type { deskRoutes } from '../api/routes.ts'
import { renderDeskPage } from '../document.ts'
import { renderId, renderState, renderTime } from '../format.ts'
import { icon } from '../icons.ts'
import { linkTo } from '../paths.ts'
import type { Content, DeskView, Html } from '../view.ts'
import { renderFacts, renderPanel } from './panel.ts'
import { deliveryStates, renderResend } from './webhook-endpoint.ts'
import { getEndpointName } from './webhooks.ts'

type EventReply = RouteOutput<typeof routes.getEvent>
type AnsweredDelivery = EventReply['deliveries'][number]
/** What removed endpoints were called. */
export type RemovedEndpoints = RouteOutput<typeof deskRoutes.listRemovedEndpoints>['data']

/** Renders the page of one event: what was sent, and what each endpoint answered. */
export function renderEvent(view: DeskView, reply: EventReply, removed: RemovedEndpoints): Html {
  const { text } = view.language
  const { type, uuid, chargeUuid, createdAt, deliveries, event } = reply
  return renderDeskPage(
    view,
    type,
    html`<a class="up" href="${linkTo(view, '/webhooks')}">${icon('back')}${text('webhooks')}</a>
<div class="top"><div><h1><code class="title" dir="ltr">${type}</code></h1><p class="note">${renderTime(createdAt, view)}${chargeUuid ? html` · <a href="${linkTo(view, '/charges/:uuid', { uuid: chargeUuid })}">${text('openCharge')}</a>` : ''}</p></div></div>
<div class="split"><div class="stack">
${deliveries.length === 0 ? html`<p class="well">${text('sentToNobody')}</p>` : deliveries.map((delivery) => renderAnswer(view, uuid, { delivery, removed }))}</div>
<div class="stack">${renderPanel(
      { title: text('sentBody'), note: text('masked') },
      html`<div class="pad"><pre class="raw" dir="ltr" tabindex="0">${maskSecrets(JSON.stringify(event, null, 2))}</pre>${renderFacts([[text('id'), renderId(uuid)]])}</div>`,
    )}</div></div>`,
  )
}

/** Finds an endpoint by its id among the present and the removed ones, and returns how it is called. */
export function findEndpointName(
  { endpoints, language }: Pick<DeskView, 'endpoints' | 'language'>,
  removed: RemovedEndpoints,
  uuid: string,
): { name: string; isPresent: boolean } {
  const present = endpoints.find((endpoint) => endpoint.uuid === uuid)
  if (present) return { name: getEndpointName(present), isPresent: true }
  const former = removed.find((endpoint) => endpoint.uuid === uuid)
  const name = language.text('removedEndpoint')
  return { name: former ? `${getEndpointName(former)} (${name})` : name, isPresent: false }
}

function renderAnswer(
  view: DeskView,
  event: string,
  { delivery, removed }: { delivery: AnsweredDelivery; removed: RemovedEndpoints },
): Html {
  const { language } = view
  const { endpoint, status, attempts, lastError, lastAttemptAt, nextAttemptAt } = delivery
  const { name, isPresent } = findEndpointName(view, removed, endpoint)
  const { text } = language
  return renderPanel(
    {
      title: name,
      note: renderState(deliveryStates[status], language),
      actions: isPresent ? renderResend(view, { event, endpoint }) : '',
    },
    html`<div class="pad">${renderFacts([
      [
        language.count('attempts', attempts),
        lastAttemptAt ? renderTime(lastAttemptAt, view, { isExact: true }) : '',
      ],
      nextAttemptAt ? [text('nextAttemptAt'), renderTime(nextAttemptAt, view)] : undefined,
      [text('answer'), describeAnswer(view, delivery)],
    ])}
${lastError ? html`<p class="note">${renderEnglish(lastError)}</p>` : ''}${delivery.answerBody ? html`<pre class="raw" dir="auto" tabindex="0">${delivery.answerBody}</pre>` : ''}</div>`,
  )
}

/** Returns the status of the last answer and how long it took. */
function describeAnswer(
  { language }: DeskView,
  { answerStatus, answerMs, lastAttemptAt }: AnsweredDelivery,
): Content {
  const { text, locale } = language
  if (answerStatus === 0) return text(lastAttemptAt ? 'noAnswer' : 'waitsForAttempt')
  const isShort = answerMs < 1000
  const duration = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: isShort ? 'millisecond' : 'second',
    maximumFractionDigits: 1,
  }).format(isShort ? answerMs : answerMs / 1000)
  return `${answerStatus} · ${duration}`
}
