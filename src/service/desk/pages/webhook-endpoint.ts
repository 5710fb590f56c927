import { html } from 'hono/html'
import { webhookEventTypes } from '../../../api/event-types.ts'
import type { ListedEvent } from '../../../api/schemas/events.ts'
import type { WebhookEndpoint } from '../../../api/schemas/webhook-endpoints.ts'
import { renderEnglish, renderForeign } from '../../texts/format.ts'
import { renderDeskPage } from '../document.ts'
import { renderGroupFault } from '../fields.ts'
import { formatMoment, renderId, renderState, renderTime, type State } from '../format.ts'
import { icon } from '../icons.ts'
import { buildPath, type DeskPath, linkTo } from '../paths.ts'
import { type Content, type DeskView, type Html, isRefused, renderAction } from '../view.ts'
import { renderEmpty, renderFacts, renderPanel } from './panel.ts'
import {
  describePending,
  getEndpointName,
  listInputs,
  renderHealth,
  renderRetry,
} from './webhooks.ts'

/** Renders the page of one endpoint: its health, its last deliveries, and what can be changed. */
export function renderEndpoint(
  view: DeskView,
  endpoint: WebhookEndpoint,
  events: readonly ListedEvent[],
): Html {
  const { text } = view.language
  const name = getEndpointName(endpoint)
  const { uuid, description, url } = endpoint
  return renderDeskPage(
    view,
    name,
    html`<a class="up" href="${linkTo(view, '/webhooks')}">${icon('back')}${text('webhooks')}</a>
<div class="top"><div><h1>${renderForeign(name)}</h1>${description ? html`<p class="note"><bdi dir="ltr">${url}</bdi></p>` : ''}<p>${renderHealth(view, endpoint)}</p></div><div class="act">${renderRetry(view, endpoint, 'main')}${renderAction(view, { path: buildPath('/webhooks/:uuid/test', { uuid }), label: text('sendTest') })}</div></div>
${renderTrouble(view, endpoint)}
${renderPending(view, endpoint)}
<div class="split">
${renderPanel({ title: text('deliveries') }, renderDeliveries(view, endpoint, events))}
<div class="stack">${renderDetails(view, endpoint)}
${view.may(buildPath('/webhooks/:uuid/edit', { uuid })) ? [renderEditing(view, endpoint), renderRotation(view, endpoint), renderTwin(view, endpoint), renderRemoval(view, endpoint)] : ''}</div></div>`,
  )
}

/** Renders why deliveries fail, and when the next attempt is. */
function renderTrouble(view: DeskView, { failing }: WebhookEndpoint): Content {
  if (!failing) return ''
  const time = formatMoment(failing.nextAttemptAt, view)
  return html`<p class="well">${renderEnglish(failing.lastError)} <span class="note">${view.language.text('nextAttempt', { time })}</span></p>`
}

/** Renders the change that waits, with the button that cancels it. */
function renderPending(view: DeskView, endpoint: WebhookEndpoint): Content {
  const pending = describePending(view, endpoint)
  if (!pending) return ''
  const path = buildPath('/webhooks/:uuid/keep', { uuid: endpoint.uuid })
  return html`<div class="well um two"><p>${pending}</p><div class="act">${renderAction(view, { path, label: view.language.text('cancelChange') })}</div></div>`
}

function renderDetails(view: DeskView, endpoint: WebhookEndpoint): Html {
  const { text } = view.language
  const { uuid, events, shop, enabled, createdAt, earlierSecretUntil } = endpoint
  return renderPanel(
    { title: text('details') },
    html`<div class="pad">${renderFacts([
      [
        text('event'),
        events.length === 0
          ? text('allEvents')
          : events.map((type) => html`<code dir="ltr">${type}</code> `),
      ],
      shop ? [text('shop'), shop] : undefined,
      [text('created'), renderTime(createdAt, view)],
      [text('id'), renderId(uuid)],
    ])}
${earlierSecretUntil ? html`<p class="note">${text('earlierSecret', { time: formatMoment(earlierSecretUntil, view) })}</p>` : ''}${renderAction(
  view,
  {
    path: buildPath(enabled ? '/webhooks/:uuid/off' : '/webhooks/:uuid/on', { uuid }),
    label: text(enabled ? 'turnOff' : 'turnOn'),
  },
)}</div>`,
  )
}

/** Renders the form for url, name and types of events. */
function renderEditing(view: DeskView, endpoint: WebhookEndpoint): Html {
  const { text } = view.language
  const path = buildPath('/webhooks/:uuid/edit', { uuid: endpoint.uuid })
  return html`<details class="panel ask form"${isRefused(view, path) ? html` open` : ''}><summary>${text('editEndpoint')}</summary>${renderAction(view, { path, label: text('save'), inputs: listInputs(view, text('editEndpointText'), endpoint), fields: renderTypes(view, path, endpoint) })}</details>`
}

/** Renders the types of events to choose from. */
function renderTypes(view: DeskView, path: DeskPath, { events }: WebhookEndpoint): Html {
  const { language, refused } = view
  const { text } = language
  const isChosen = (name: string, wasChosen: boolean) =>
    refused?.path === path ? refused.values[name] !== undefined : wasChosen
  const check = (name: string, label: Content, wasChosen: boolean) =>
    html`<label class="check"><input type="checkbox" name="${name}" value="on"${isChosen(name, wasChosen) ? html` checked` : ''}>${label}</label>`
  const fault = renderGroupFault(view, path, { name: 'events', wrong: text('eventsWrong') })
  return html`<fieldset${fault ? html` aria-describedby="events-fault"` : ''}><legend>${text('event')}</legend>${check('all', text('allEvents'), events.length === 0)}${webhookEventTypes.map((type) => check(type, html`<code dir="ltr">${type}</code>`, events.includes(type)))}${fault}</fieldset>`
}

function renderRotation(view: DeskView, { uuid }: WebhookEndpoint): Html {
  const { text } = view.language
  return html`<details class="panel ask"><summary>${text('rotateSecret')}</summary><p class="note">${text('rotateSecretText')}</p>${renderAction(view, { path: buildPath('/webhooks/:uuid/rotate-secret', { uuid }), label: text('rotateSecret') })}</details>`
}

/** Renders the form that adds the same URL again, which is never done without being asked for. */
function renderTwin(view: DeskView, { uuid }: WebhookEndpoint): Html {
  const { text } = view.language
  return html`<details class="panel ask"><summary>${text('addTwin')}</summary><p class="note">${text('addTwinText')}</p>${renderAction(view, { path: buildPath('/webhooks/:uuid/twin', { uuid }), label: text('addTwin') })}</details>`
}

function renderRemoval(view: DeskView, { uuid }: WebhookEndpoint): Html {
  const { text } = view.language
  return html`<details class="panel ask"><summary>${text('removeEndpoint')}</summary><p class="note">${text('removeEndpointText')}</p>${renderAction(view, { path: buildPath('/webhooks/:uuid/remove', { uuid }), label: text('removeEndpoint') })}</details>`
}

/** How the state of a delivery is shown. */
export const deliveryStates = {
  DELIVERED: { kind: 'ok', icon: 'check', text: 'delivered' },
  WAITING: { kind: 'wait', icon: 'clock', text: 'waitsForAttempt' },
  FAILED: { kind: 'bad', icon: 'stop', text: 'givenUp' },
} as const satisfies Record<ListedEvent['deliveries'][number]['status'], State>

function renderDeliveries(
  view: DeskView,
  endpoint: WebhookEndpoint,
  events: readonly ListedEvent[],
): Content {
  const { text } = view.language
  if (events.length === 0) return renderEmpty(text('noDeliveries'))
  return html`<ul class="ums">${events.map((event) => renderDelivery(view, endpoint, event))}</ul>`
}

function renderDelivery(
  view: DeskView,
  endpoint: WebhookEndpoint,
  { uuid, type, chargeUuid, createdAt, deliveries }: ListedEvent,
): Content {
  const { language } = view
  const { text } = language
  const delivery = deliveries.find((one) => one.endpoint === endpoint.uuid)
  if (!delivery) return ''
  const { status, attempts, lastError, nextAttemptAt } = delivery
  const next = nextAttemptAt
    ? ` · ${text('nextAttempt', { time: formatMoment(nextAttemptAt, view) })}`
    : ''
  return html`<li class="um two"><div><a href="${linkTo(view, '/events/:uuid', { uuid })}"><code dir="ltr">${type}</code></a> ${renderState(deliveryStates[status], language)}<small>${renderTime(createdAt, view)} · ${language.count('attempts', attempts)}${next}${chargeUuid ? html` · <a href="${linkTo(view, '/charges/:uuid', { uuid: chargeUuid })}">${text('charge')}</a>` : ''}</small>${lastError ? html`<small>${renderEnglish(lastError)}</small>` : ''}</div><div class="act">${renderResend(view, { event: uuid, endpoint: endpoint.uuid })}</div></li>`
}

/** Renders the button that sends one event to one endpoint again, also where it has it: whoever presses it means it. */
export function renderResend(
  view: DeskView,
  { event, endpoint }: { event: string; endpoint: string },
): Content {
  return renderAction(view, {
    path: buildPath('/webhooks/:uuid/events/:event/send', { uuid: endpoint, event }),
    label: view.language.text('sendAgain'),
    kind: 'low',
  })
}
