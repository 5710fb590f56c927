import { html } from 'hono/html'
import type { WebhookEndpoint } from '../../../api/schemas/webhook-endpoints.ts'
import { fillHtml, renderForeign } from '../../texts/format.ts'
import { renderDeskPage } from '../document.ts'
import { countMissed, isInTrouble } from '../endpoint-health.ts'
import type { FormInput } from '../fields.ts'
import { formatMoment, type State } from '../format.ts'
import { icon } from '../icons.ts'
import { buildPath, linkTo } from '../paths.ts'
import { type Content, type DeskView, type Html, renderAction } from '../view.ts'
import { renderEmpty, renderPanel, renderTop, renderTroubleTabs } from './panel.ts'

/** Renders the list of webhook endpoints with their health, and the form that adds one. */
export function renderWebhooks(
  view: DeskView,
  isTroubled: boolean,
  endpoints: readonly WebhookEndpoint[],
): Html {
  const { text } = view.language
  const shown = isTroubled ? endpoints.filter(isInTrouble) : endpoints
  const list =
    shown.length > 0
      ? html`<table class="rows"><thead><tr><th scope="col">${text('endpoint')}</th><th scope="col">${text('health')}</th><th scope="col" class="wide">${text('event')}</th></tr></thead><tbody>${shown.map((endpoint) => renderEndpointRow(view, endpoint))}</tbody></table>`
      : isTroubled
        ? renderEmpty(text('noTrouble'))
        : renderEmpty(text('noEndpoints'), text('noEndpointsText'))
  return renderDeskPage(
    view,
    text('webhooks'),
    html`${renderTop(text('webhooks'), text('webhooksText'))}
<section class="panel">${endpoints.length > 0 ? renderTroubleTabs(view, '/webhooks', isTroubled) : ''}${list}</section>
${view.may(buildPath('/webhooks')) ? renderPanel({ title: text('addEndpoint'), id: 'add' }, html`<div class="pad form">${renderAction(view, { path: buildPath('/webhooks'), label: text('add'), inputs: listInputs(view, text('addEndpointText')) })}</div>`) : ''}`,
  )
}

const exampleUrl = 'https://shop.example.org/webhooks'

/**
 * Lists the inputs of an endpoint: its url and how it is called.
 *
 * @param help what another url does
 */
export function listInputs(
  { language }: DeskView,
  help: string,
  { url = '', description = '' }: Partial<WebhookEndpoint> = {},
): FormInput[] {
  const { text } = language
  return [
    {
      name: 'url',
      label: text('url'),
      kind: 'url',
      value: url,
      placeholder: exampleUrl,
      isRequired: true,
      maxLength: 2048,
      wrong: text('urlWrong', { example: exampleUrl }),
      help,
    },
    {
      name: 'description',
      label: text('name'),
      value: description,
      maxLength: 80,
    },
  ]
}

/** Returns how an endpoint is called: its name, or its URL without the protocol. */
export function getEndpointName({
  url,
  description,
}: Pick<WebhookEndpoint, 'url' | 'description'>) {
  return description || url.replace(/^https?:\/\//, '')
}

function renderEndpointRow(view: DeskView, endpoint: WebhookEndpoint): Html {
  const { language } = view
  const pending = describePending(view, endpoint)
  const { description, url, shop, uuid } = endpoint
  return html`<tr><td><a class="row" href="${linkTo(view, '/webhooks/:uuid', { uuid })}">${renderForeign(getEndpointName(endpoint))}</a>${description ? html`<small><bdi dir="ltr">${url}</bdi></small>` : ''}${pending ? html`<small>${pending}</small>` : ''}</td><td>${renderHealth(view, endpoint)}</td><td class="wide">${describeEvents(view, endpoint)}${shop ? html`<small>${language.text('shop')}: ${shop}</small>` : ''}</td></tr>`
}

/** Returns which events an endpoint gets, as a number of types. */
export function describeEvents({ language }: DeskView, { events }: WebhookEndpoint): string {
  return events.length === 0
    ? language.text('allEvents')
    : language.count('someEvents', events.length)
}

/** Renders the change of an endpoint's url that waits; '' for none. */
export function describePending(view: DeskView, { pending }: WebhookEndpoint): Content {
  if (!pending) return ''
  const { text } = view.language
  const time = formatMoment(pending.effective_at, view)
  if (pending.url === '') return text('removedAt', { time })
  return fillHtml(text('changesAt'), { url: pending.url, time })
}

/** Renders the health of an endpoint: since when it fails, and how much it misses. */
export function renderHealth(view: DeskView, endpoint: WebhookEndpoint): Content {
  const { text, locale } = view.language
  const { failing, failed, enabled } = endpoint
  const show = ({ kind, icon: name }: Pick<State, 'kind' | 'icon'>, words: string) =>
    html`<span class="st ${kind}">${icon(name)}${words}</span>`
  const notes = [
    failing && text('eventsWaiting', { count: failing.waiting.toLocaleString(locale) }),
    failed > 0 && text('eventsFailed', { count: failed.toLocaleString(locale) }),
    !enabled && isInTrouble(endpoint) && text('off'),
  ].filter((note) => typeof note === 'string')
  const state = failing
    ? show(
        { kind: 'bad', icon: 'stop' },
        text('failingSince', { time: formatMoment(failing.since, view) }),
      )
    : failed > 0
      ? show({ kind: 'look', icon: 'warn' }, text('givenUp'))
      : enabled
        ? show({ kind: 'ok', icon: 'check' }, text('upToDate'))
        : show({ kind: 'no', icon: 'x' }, text('off'))
  return html`${state}${notes.length > 0 ? html`<small>${notes.join(' · ')}</small>` : ''}`
}

/** Renders the endpoints that miss events, for the first page; nothing where there are none. */
export function renderFailing(view: DeskView, endpoints: readonly WebhookEndpoint[]): Content {
  const failing = endpoints.filter(isInTrouble)
  if (failing.length === 0) return ''
  return renderPanel(
    { title: view.language.text('webhooks') },
    html`<ul class="ums">${failing.map((endpoint) => html`<li class="um two"><div><a href="${linkTo(view, '/webhooks/:uuid', { uuid: endpoint.uuid })}">${renderForeign(getEndpointName(endpoint))}</a><div>${renderHealth(view, endpoint)}</div></div><div class="act">${renderRetry(view, endpoint)}</div></li>`)}</ul>`,
  )
}

/** Renders the button that sends all that an endpoint misses; nothing where it misses nothing. */
export function renderRetry(view: DeskView, endpoint: WebhookEndpoint, kind = ''): Content {
  const missed = countMissed(endpoint)
  if (missed === 0) return ''
  const { text, locale } = view.language
  return renderAction(view, {
    path: buildPath('/webhooks/:uuid/retry', { uuid: endpoint.uuid }),
    label: text('retryAll', { count: missed.toLocaleString(locale) }),
    kind,
  })
}
