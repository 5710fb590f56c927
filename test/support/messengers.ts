import { get, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'

// How messengers ask for a link, and what they read of it. `fetch` would add headers of its own, by which a program is known.

/** What each sends, as their requests to a server show it; X, Slack and Facebook document theirs. */
export const messengers: Readonly<Record<string, Record<string, string>>> = {
  Facebook: {
    'user-agent': 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    accept: '*/*',
    'accept-encoding': 'deflate, gzip',
    range: 'bytes=0-524287',
  },
  Slack: {
    'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    accept: '*/*',
    range: 'bytes=0-32768',
  },
  X: { 'user-agent': 'Twitterbot/1.0', accept: '*/*' },
  WhatsApp: { 'user-agent': 'WhatsApp/2.24.11.77 A', 'accept-encoding': 'gzip, deflate' },
  Telegram: { 'user-agent': 'TelegramBot (like TwitterBot)' },
  Discord: {
    'user-agent': 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
    accept: '*/*',
  },
  LinkedIn: {
    'user-agent':
      'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
    accept: 'image/*, */*',
  },
  iMessage: {
    'user-agent':
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
    accept: '*/*',
  },
}

/** An answer, as it came. */
export interface RawAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Asks for a URL with these headers, and no others. */
export function askWith(url: string | URL, headers: Record<string, string>): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers, agent: false }, (response) => {
      const { statusCode: status = 0, headers } = response
      buffer(response).then((body) => resolve({ status, headers, body }), reject)
    })
    request.on('error', reject)
  })
}

/** Reads the tags of a page that messengers read, by their names, and its title. */
export function readTags(html: string): Record<string, string> {
  const tags = html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)">/g)
  const entries = Array.from(tags, ([, name = '', content = '']) => [name, decode(content)])
  const [, title = ''] = /<title>([^<]*)<\/title>/.exec(html) ?? []
  return { title: decode(title), ...Object.fromEntries(entries) }
}

const decode = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
