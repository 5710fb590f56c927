import { html, raw } from 'hono/html'
import {
  type Content,
  fillHtml,
  fillText,
  type Html,
  type Money,
  renderForeign,
} from '../../texts/format.ts'
import type { Language } from '../../texts/language.ts'
import { dark, style } from './style.ts'

/** A text of a language, and what stands in its places. */
export interface Sentence {
  text: string
  values?: Readonly<Record<string, string | Money>> | undefined
}

/**
 * A value beside its name: words of a merchant, an amount, or a code such as a transaction's hash. The name is a text of the
 * language, or a merchant's, as that of a product.
 */
export type Fact = readonly [
  name: string | { foreign: string },
  value: string | Money | { code: string },
]

/** A part of a message. */
export type Block =
  | { kind: 'text' | 'note'; sentence: Sentence }
  | { kind: 'heading'; text: string; money?: Money | undefined }
  | { kind: 'facts'; facts: readonly Fact[] }
  | { kind: 'button'; label: string; url: string }

/** A message as its writer means it; {@link renderHtml} and {@link renderText} say the same. */
export interface Letter {
  language: Language
  subject: Sentence
  /** Its title, which stands above it. */
  title: string
  /** A mark above the title, for a message about test money. */
  mark?: string | undefined
  blocks: readonly Block[]
  /** Where an answer goes; undefined for nowhere. */
  replyTo?: string | undefined
  /** The name that stands before the operator's address. */
  from: string
  attachment?: { filename: string; content: string; contentType: string } | undefined
}

/** Renders a message for programs that show no HTML. */
export function renderText({ title, mark, blocks }: Letter): string {
  const parts = [mark, toLine(title), ...blocks.map(toPlain)].filter((part) => part !== undefined)
  return `${parts.join('\n\n')}\n`
}

function toPlain(block: Block): string {
  switch (block.kind) {
    case 'text':
    case 'note':
      return toLine(fill(block.sentence))
    case 'heading':
      return toLine(block.money ? `${block.text}: ${block.money.text}` : block.text)
    case 'facts':
      return block.facts.map(toPlainFact).join('\n')
    case 'button':
      return `${toLine(block.label)}:\n${block.url}`
    default:
      return block satisfies never
  }
}

function toPlainFact([name, value]: Fact): string {
  const label = typeof name === 'string' ? name : name.foreign
  const text = typeof value === 'string' ? value : 'code' in value ? value.code : value.text
  return toLine(`${label}: ${text}`)
}

/** Keeps the words of others in one line, so that none looks like a part of the message. */
const toLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

const fill = ({ text, values = {} }: Sentence) => fillText(text, values)

/** Returns the subject of a message: one line without control characters, and not longer than programs show. */
export function renderSubject({ subject }: Letter): string {
  // Signs that turn the direction of what follows could disguise the rest of the line (UAX 9, 2.2).
  const line = toLine(fill(subject)).replace(/[\u202a-\u202e]/g, '')
  const letters = [...line]
  return letters.length > 120 ? `${letters.slice(0, 119).join('')}…` : line
}

/**
 * Renders a message as HTML. Its styles stand in its elements, since some programs read no others; it has no pictures and loads
 * nothing.
 */
export async function renderHtml(letter: Letter): Promise<string> {
  const { language, title, mark, blocks } = letter
  const { locale, dir } = language
  const page = html`<!doctype html>
<html lang="${locale}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${renderSubject(letter)}</title>
<style>${raw(dark)}</style>
</head>
<body class="page" style="${style.page}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="${style.margin}">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" dir="${dir}" style="${style.card}"><tr><td style="${style.body}">
${mark === undefined ? '' : html`<p class="mark" style="${style.mark}">${mark}</p>`}<h1 class="ink" style="${style.title}">${title}</h1>
${blocks.map(toHtml)}
</td></tr></table>
</td></tr></table>
</body>
</html>`
  return (await page).toString()
}

function toHtml(block: Block): Html {
  switch (block.kind) {
    case 'text':
      return html`<p class="ink" style="${style.text}">${fillSentence(block.sentence)}</p>`
    case 'note':
      return html`<p class="soft" style="${style.note}">${fillSentence(block.sentence)}</p>`
    case 'heading':
      return html`<h2 class="ink" style="${style.heading}">${block.text}${block.money ? html`: ${block.money}` : ''}</h2>`
    case 'facts':
      return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${style.facts}">${block.facts.map(renderFact)}</table>`
    case 'button':
      return html`<p style="${style.action}"><a class="button" href="${block.url}" style="${style.button}">${block.label}</a></p>`
    default:
      return block satisfies never
  }
}

const fillSentence = ({ text, values = {} }: Sentence): Content => fillHtml(text, values)

function renderFact([name, value]: Fact): Html {
  const label = typeof name === 'string' ? name : renderForeign(name.foreign)
  if (typeof value !== 'string' && 'code' in value)
    return html`<tr><td colspan="2" class="soft line" style="${style.row}">${label}<br><code class="ink" dir="ltr" style="${style.code}">${value.code}</code></td></tr>`
  const isShort = typeof value !== 'string' && value.text.length <= longAmount
  return html`<tr><td class="soft line" valign="top" style="${style.name};${typeof name === 'string' ? '' : style.anywhere}">${label}</td><td class="ink line" valign="top" align="right" style="${style.value};${isShort ? style.whole : style.anywhere}">${typeof value === 'string' ? renderForeign(value) : value}</td></tr>`
}

/** Characters from which an amount may break. */
const longAmount = 20
