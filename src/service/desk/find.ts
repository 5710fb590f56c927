import { html } from 'hono/html'
import { maxTyped } from './api/routes.ts'
import { icon } from './icons.ts'
import { linkTo } from './paths.ts'
import type { DeskView, Html } from './view.ts'

/** What the search of a page begins with, and the filters of its list, which a search keeps. */
export interface PageSearch {
  typed: string
  filters: Readonly<Record<string, string>>
}

/** Renders the search over everything, which every page has. Its name is that of the script's shortcut too. */
export function renderFind(
  view: Pick<DeskView, 'language' | 'base'>,
  { typed, filters }: PageSearch = { typed: '', filters: {} },
): Html {
  const { text } = view.language
  return html`<form class="find" role="search" action="${linkTo(view, '/search')}">${icon('search')}<input type="search" name="search" id="search" value="${typed}" maxlength="${maxTyped}" placeholder="${text('searchHint')}" aria-label="${text('search')}" aria-keyshortcuts="/" autocomplete="off" autocapitalize="none" spellcheck="false">${Object.entries(filters).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<button class="hidden">${text('searchButton')}</button></form>`
}
