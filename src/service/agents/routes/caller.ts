import { hasProgramPayment } from '../../../api/server/program-payment.ts'

/**
 * Who calls a charge's page.
 *
 * - `person`: a browser, or a messenger that shows a link. It gets the page.
 * - `program`: it gets JSON, and its status.
 * - `unnamed`: it accepts any type, or images, or says nothing. It gets the status and headers of a program, which have the offer, with
 *   the page as their body: a client that pays reads the headers, and a messenger that is not known here the page.
 */
export type Caller = 'person' | 'program' | 'unnamed'

/** A media type of JSON in a list of them: `application/json`, or one with the suffix `+json` (RFC 6839). */
const jsonType = /application\/(?:json|[\w.-]{1,60}\+json)\b/i

/**
 * How messengers and networks call themselves that fetch a link to show its title and picture. They accept any type, or say nothing,
 * and most show nothing of a page with another status than 200. iMessage calls itself facebookexternalhit and Twitterbot, Signal
 * WhatsApp, LINE and KakaoTalk facebookexternalhit.
 */
const messengers = [
  ...['facebookexternalhit', 'Facebot', 'meta-externalagent', 'meta-externalfetcher', 'WhatsApp'],
  ...['Slackbot', 'Slack-ImgProxy', 'Twitterbot', 'TelegramBot', 'Discordbot', 'LinkedInBot'],
  ...['SkypeUriPreview', 'MicrosoftPreview', 'Viber', 'redditbot', 'Pinterest', 'Bluesky Cardyb'],
  ...['Mastodon', 'Iframely', 'Embedly', 'vkShare', 'Snap URL Preview', 'Google-PageRenderer'],
  ...['Applebot', 'Mattermost', 'Rocket.Chat', 'Synapse', 'ZulipURLPreview', 'NotionEmbedder'],
  ...['Line-Poker', 'Pinterestbot'],
].map((name) => name.toLowerCase())

/** Returns whether a messenger has sent a call. Its name counts as a whole word: an agent `SynapseAgent` is none. */
function isMessenger(userAgent: string): boolean {
  const text = userAgent.toLowerCase()
  const words = text.split(/[\s(),;/]+/)
  return messengers.some((name) =>
    name.includes(' ')
      ? text.includes(name)
      : words.some((word) => word === name || word.startsWith(`${name}-`)),
  )
}

/** The headers that decide who calls, for `Vary`. */
export const callerHeaders = 'accept, accept-payment, sec-fetch-mode, user-agent'

/**
 * Returns who calls a charge's page, by what its call says of itself. A payment decides first. Then what it accepts: browsers ask for
 * HTML, and programs for JSON. `fetch` of browsers, Node and Deno sends `Sec-Fetch-Mode: cors`, and clients of MPP may send `Accept-Payment`.
 */
export function readCaller(header: (name: string) => string | undefined): Caller {
  if (hasProgramPayment(header)) return 'program'
  const accept = header('accept') ?? ''
  if (/text\/html/i.test(accept)) return 'person'
  const isProgram =
    jsonType.test(accept) ||
    header('accept-payment') !== undefined ||
    header('sec-fetch-mode') === 'cors'
  if (isProgram) return 'program'
  return isMessenger(header('user-agent') ?? '') ? 'person' : 'unnamed'
}
