import { html } from 'hono/html'
import type { ListedEvent } from '../../../api/schemas/events.ts'
import type { WebhookEndpoint } from '../../../api/schemas/webhook-endpoints.ts'
import { fillHtml, renderForeign } from '../../texts/format.ts'
import { renderDeskPage } from '../document.ts'
import { formatMoment, renderId, renderState, renderTime, type State } from '../format.ts'
import { icon } from '../icons.ts'
import { buildPath, linkTo } from '../paths.ts'
import { type Content, type DeskView, type Html, renderAction } from '../view.ts'
import { renderEmpty, renderFacts, renderPanel, renderTop } from './panel.ts'

/** Renders the list of webhook endpoints, and the form that adds one. */
export function renderWebhooks(view: DeskView, endpoints: readonly WebhookEndpoint[]): Html {
  const { text } = view.language
  const list =
    endpoints.length > 0
      ? html`<table class="rows"><thead><tr><th scope="col">${text('url')}</th><th scope="col" class="wide">${text('event')}</th><th scope="col">${text('state')}</th></tr></thead><tbody>${endpoints.map((endpoint) => renderEndpointRow(view, endpoint))}</tbody></table>`
      : renderEmpty(text('noEndpoints'), text('noEndpointsText'))
  const fields = html`<label for="url">${text('url')}</label><input class="field" id="url" name="url" type="url" dir="ltr" placeholder="https://shop.example.org/webhooks" required aria-describedby="url-note"><p class="note" id="url-note">${text('addEndpointText')}</p>`
  return renderDeskPage(
    view,
    text('webhooks'),
    html`${renderTop(text('webhooks'), text('webhooksText'))}
<section class="panel">${list}</section>
${view.session.canWrite ? renderPanel({ title: text('addEndpoint'), id: 'add' }, html`<div class="pad form">${renderAction(view, { path: buildPath('/webhooks'), label: text('add'), fields })}</div>`) : ''}`,
  )
}

function renderEndpointRow(view: DeskView, endpoint: WebhookEndpoint): Html {
  const { language } = view
  const pending = describePending(view, endpoint)
  const failing = describeFailing(view, endpoint)
  return html`<tr><td><a class="row" href="${linkTo(view, '/webhooks/:uuid', { uuid: endpoint.uuid })}">${renderForeign(endpoint.url)}</a>${failing ? html`<small>${failing}</small>` : ''}${pending ? html`<small>${pending}</small>` : ''}</td><td class="wide">${describeEvents(view, endpoint)}${endpoint.shop ? html`<small>${language.text('shop')}: ${endpoint.shop}</small>` : ''}</td><td>${renderState(getSwitch(endpoint), language)}</td></tr>`
}

function describeEvents({ language }: DeskView, { events }: WebhookEndpoint): string {
  return events.length === 0
    ? language.text('allEvents')
    : language.count('someEvents', events.length)
}

function describePending(view: DeskView, { pending }: WebhookEndpoint): Content {
  if (!pending) return ''
  const { text } = view.language
  const time = formatMoment(pending.effective_at, view)
  if (pending.url === '') return text('removedAt', { time })
  return fillHtml(text('changesAt'), { url: pending.url, time })
}

/** Returns since when deliveries to an endpoint fail, and how many wait; '' where none has failed. */
function describeFailing(view: DeskView, { failing }: WebhookEndpoint): string {
  if (!failing) return ''
  const { text, locale } = view.language
  return text('failingSince', {
    time: formatMoment(failing.since, view),
    count: failing.waiting.toLocaleString(locale),
  })
}

/** Renders the endpoints to which deliveries fail, for the first page; nothing where there are none. */
export function renderFailing(view: DeskView, endpoints: readonly WebhookEndpoint[]): Content {
  const { language } = view
  const failing = endpoints.filter((endpoint) => endpoint.failing)
  if (failing.length === 0) return ''
  return renderPanel(
    { title: language.text('webhooks') },
    html`<ul class="ums">${failing.map((endpoint) => html`<li class="um two"><div><a href="${linkTo(view, '/webhooks/:uuid', { uuid: endpoint.uuid })}">${renderForeign(endpoint.url)}</a><small>${describeFailing(view, endpoint)}</small></div>${renderState(getSwitch(endpoint), language)}</li>`)}</ul>`,
  )
}

function getSwitch({ enabled, failing }: WebhookEndpoint): State {
  if (failing) return { kind: 'bad', icon: 'stop', text: 'failing' }
  return enabled
    ? { kind: 'ok', icon: 'check', text: 'on' }
    : { kind: 'no', icon: 'x', text: 'off' }
}

/** Renders the page of one endpoint: its switch, a test, and its last deliveries. */
export function renderEndpoint(
  view: DeskView,
  endpoint: WebhookEndpoint,
  events: readonly ListedEvent[],
): Html {
  const { language } = view
  const { text } = language
  const { uuid } = endpoint
  const pending = describePending(view, endpoint)
  const failing = describeFailing(view, endpoint)
  return renderDeskPage(
    view,
    endpoint.url,
    html`<a class="up" href="${linkTo(view, '/webhooks')}">${icon('back')}${text('webhooks')}</a>
<div class="top"><div><h1>${renderForeign(endpoint.url)}</h1>${failing ? html`<p class="note">${failing}</p>` : ''}${pending ? html`<p class="note">${pending}</p>` : ''}</div>${renderState(getSwitch(endpoint), language)}</div>
<div class="split">
${renderPanel(
  {
    title: text('deliveries'),
    actions: renderAction(view, {
      path: buildPath('/webhooks/:uuid/test', { uuid }),
      label: text('sendTest'),
    }),
  },
  renderDeliveries(view, endpoint, events),
)}
<div class="stack">${renderPanel(
      { title: text('details') },
      html`<div class="pad">${renderFacts([
        [
          text('event'),
          endpoint.events.length === 0
            ? text('allEvents')
            : endpoint.events.map((type) => html`<code dir="ltr">${type}</code> `),
        ],
        endpoint.shop ? [text('shop'), endpoint.shop] : undefined,
        [text('created'), renderTime(endpoint.createdAt, view)],
        [text('id'), renderId(endpoint.uuid)],
      ])}${renderAction(view, {
        path: buildPath(endpoint.enabled ? '/webhooks/:uuid/off' : '/webhooks/:uuid/on', { uuid }),
        label: text(endpoint.enabled ? 'turnOff' : 'turnOn'),
      })}</div>`,
    )}
${view.session.canWrite ? html`<details class="panel ask"><summary>${text('rotateSecret')}</summary><p class="note">${text('rotateSecretText')}</p>${renderAction(view, { path: buildPath('/webhooks/:uuid/rotate-secret', { uuid }), label: text('rotateSecret') })}</details>` : ''}</div></div>`,
  )
}

const deliveryStates = {
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
  return html`<li class="um two"><div><code dir="ltr">${type}</code> ${renderState(deliveryStates[status], language)}<small>${renderTime(createdAt, view)} · ${language.count('attempts', attempts)}${next}${chargeUuid ? html` · <a href="${linkTo(view, '/charges/:uuid', { uuid: chargeUuid })}">${text('charge')}</a>` : ''}</small>${lastError ? html`<small>${lastError}</small>` : ''}</div><div class="act">${status === 'WAITING' ? '' : renderAction(view, { path: buildPath('/webhooks/:uuid/events/:event/send', { uuid: endpoint.uuid, event: uuid }), label: text('sendAgain'), kind: 'low' })}</div></li>`
}
