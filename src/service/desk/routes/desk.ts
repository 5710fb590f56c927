import type { Hono } from 'hono'
import { compress } from 'hono/compress'
import type { Env } from '../../http/context.ts'
import { answerMessage } from '../answers.ts'
import type { ChainParts } from '../chain-states.ts'
import { type Desk, type DeskContext, deskPath, getBase, plainPage } from '../desk.ts'
import { protectDesk } from '../headers.ts'
import { brandStyle, deskStyle } from '../style.ts'
import { registerAccountPages } from './accounts.ts'
import { registerBookPages } from './books.ts'
import { registerChargePages } from './charges.ts'
import { registerJoin } from './join.ts'
import { registerLinkPages } from './links.ts'
import { registerMailPages } from './mail.ts'
import { registerPeoplePages } from './people.ts'
import { registerReceiptPage } from './receipt.ts'
import { registerRefundPages } from './refunds.ts'
import { registerSearch } from './search.ts'
import { registerSignIn } from './sign-in.ts'
import { registerSigningPages, type SigningParts } from './sign-refund.ts'
import { registerToday } from './today.ts'
import { registerUnmatchedPages } from './unmatched.ts'
import { registerWebhookPages } from './webhooks.ts'

/** The parts of the desk, apart from its dependencies. */
export interface DeskParts extends SigningParts, ChainParts {
  /** The app that its pages call in this process. */
  api: Hono<Env>
  /** Reads the script of its pages; undefined before `npm run build`. They work without it. */
  readScript: () => Promise<string | undefined>
}

/**
 * Registers the desk: pages for the people of a merchant, below /desk. They are made on the server, need no script, and call the
 * routes of the API in this process.
 */
export function registerDesk(app: Hono<Env>, context: DeskContext, parts: DeskParts): void {
  const desk: Desk = {
    app,
    context,
    api: parts.api,
    base: getBase(context),
    pages: new Map(),
    forms: [],
  }
  protectDesk(desk)
  registerAssets(desk, parts)
  registerSignIn(desk)
  registerToday(desk, parts)
  registerChargePages(desk)
  registerLinkPages(desk, parts)
  registerSearch(desk)
  registerReceiptPage(desk)
  registerUnmatchedPages(desk)
  registerWebhookPages(desk)
  registerBookPages(desk)
  registerAccountPages(desk, parts)
  registerPeoplePages(desk)
  registerMailPages(desk)
  registerJoin(desk)
  registerRefundPages(desk)
  registerSigningPages(desk, parts)
  app.get(`${deskPath}/*`, (c) => {
    const { text } = plainPage(c, context).language
    return answerMessage(c, context, 404, {
      title: text('notFoundTitle'),
      text: text('notFoundText'),
    })
  })
}

function registerAssets({ app }: Desk, { readScript }: DeskParts): void {
  const headers = (type: string) => ({
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-cache',
  })
  app.use(`${deskPath}/assets/*`, compress())
  app.get(`${deskPath}/assets/desk.css`, (c) => c.body(deskStyle, 200, headers('text/css')))
  app.get(`${deskPath}/assets/:file{brand-[0-9a-f]{6}\\.css}`, (c) =>
    c.body(brandStyle(c.req.param('file').slice(6, 12)), 200, headers('text/css')),
  )
  app.get(`${deskPath}/assets/desk.js`, async (c) => {
    const script = await readScript()
    if (script === undefined) return c.body('', 404)
    return c.body(script, 200, headers('text/javascript'))
  })
}
