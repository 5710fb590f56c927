import { findInAppBrowser } from '../../src/element/checkout/views/scan/in-app-browser.ts'
import { preview, samples } from '../../src/element/preview/index.ts'
import { equal, ok, until } from './support/assert.ts'
import { afterEach, test } from './support/bdd.ts'
import { at, clear, shown } from './support/mount.ts'

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const webView =
  'Mozilla/5.0 (Linux; Android 15; Pixel 8 Build/BP1A.250505.005; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/141.0.7390.97 Mobile Safari/537.36'

/** User agents as the apps send them; undefined for an app that does not tell its name. */
const inApps: readonly (readonly [app: string | undefined, userAgent: string])[] = [
  [
    'Telegram',
    'Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0.7339.155 Mobile Safari/537.36 Telegram-Android/11.9.0 (Google Pixel 8; Android 15; SDK 35; HIGH)',
  ],
  [
    'Instagram',
    `${iPhone} Mobile/15E148 Instagram 390.0.0.29.81 (iPhone15,2; iOS 18_6; de_DE; de; scale=3.00; 1179x2556; IABMV/1)`,
  ],
  [
    'Instagram',
    `${iPhone} Mobile/19H422 Instagram 410.1.0.36.70 (iPhone9,3; iOS 15_8_8; de_DE; de; scale=2.00; 750x1334; IABMV/1; 849447290) NW/3 Safari/604.1`,
  ],
  ['Threads', `${iPhone} Mobile/15E148 Barcelona 352.0.0.25.86 (iPhone15,2; iOS 18_0; ko_KR)`],
  [
    'Facebook',
    `${iPhone} Mobile/15E148 [FBAN/FBIOS;FBAV/485.0.0.43.107;FBDV/iPhone15,2;FBMD/iPhone;FBSN/iOS;FBSV/18.0]`,
  ],
  [
    'Facebook',
    'Mozilla/5.0 (Linux; Android 10; CPH2005 Build/QKQ1.200216.002) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/151.0.7922.134 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/574.0.0.40.71;IABMV/1;]',
  ],
  [
    'Messenger',
    `${iPhone} Mobile/15E148 [FBAN/MessengerForiOS;FBAV/470.0.0.29.103;FBBV/1;FBDV/iPhone15,2]`,
  ],
  ['Messenger', `${webView} [FB_IAB/Orca-Android;FBAV/520.0.0.38.93;]`],
  ['X', `${iPhone} Mobile/15E148 Twitter for iPhone/11.2`],
  ['X', `${webView} TwitterAndroid`],
  [
    'TikTok',
    `${iPhone} Version/26.3.1 Mobile/15E148 Safari/604.1 musical_ly_46.4.0 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/en`,
  ],
  ['TikTok', `${webView} trill_340204 BytedanceWebview/d8a21c6`],
  [
    'WeChat',
    `${iPhone} Mobile/15E148 MicroMessenger/8.0.60(0x18003c2f) NetType/WIFI Language/zh_CN`,
  ],
  [
    'WeChat',
    'Mozilla/5.0 (Linux; Android 14; V2303A Build/UP1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0 MQQBrowser/6.2 TBS/046317 Mobile Safari/537.36 MMWEBID/92 MicroMessenger/8.0.43',
  ],
  ['LINE', `${iPhone} Mobile/15E148 Safari Line/15.10.0`],
  ['LINE', `${webView} Line/14.16.0/IAB`],
  ['LinkedIn', `${iPhone} Mobile/15E148 [LinkedInApp]/9.32.2485`],
  ['LinkedIn', `${webView} [LinkedInApp]/2.312.70`],
  [
    'LinkedIn',
    'Mozilla/5.0 (Linux; U; Android 14; ru-ru; Redmi 12C) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/112.0.5615.136 Mobile Safari/537.36 XiaoMi/MiuiBrowser/14.1.1.1-gn [LinkedInApp]/0.948.518',
  ],
  [
    'Snapchat',
    `${iPhone} Version/16.5 Mobile/15E148 Safari/604.1 Snapchat/13.39.0.44 (like Safari/8618.3.11.10.5, panda)`,
  ],
  ['Reddit', `${webView} Reddit/Version 2026.35.0/Build 2635090/Android 16`],
  ['Pinterest', `${iPhone} Mobile/15E148 [Pinterest/iOS]`],
  ['Pinterest', `${webView} [Pinterest/Android]`],
  ['KakaoTalk', `${iPhone} Mobile/15E148 KAKAOTALK 25.8.0`],
  ['KakaoTalk', `${webView};KAKAOTALK 2410310`],
  [
    'NAVER',
    `${iPhone} Version/16.5 Mobile/15E148 Safari/605.1 NAVER(inapp; search; 1010; 11.24.5; 12PRO)`,
  ],
  ['Google', `${iPhone} GSA/381.0.789 Mobile/15E148 Safari/604.1`],
  ['Discord', `${iPhone} Mobile/15E148 Discord/290.0`],
  // Gmail, Slack, Teams and any other app: on iOS also on an iPad, which calls itself a Mac.
  [undefined, `${iPhone} Mobile/15E148`],
  [
    undefined,
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)',
  ],
  [undefined, webView],
  [undefined, `${webView} Xiaoyuzhou/2.115.0 Android/16`],
]

/** Browsers from which wallets open. */
const browsers: Readonly<Record<string, string>> = {
  'Chrome on Android':
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
  'Chrome on an Android tablet':
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Chrome on iOS': `${iPhone} CriOS/141.0.7390.96 Mobile/15E148 Safari/604.1`,
  'Chrome on Windows':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Safari on iOS': `${iPhone} Version/26.0 Mobile/15E148 Safari/604.1`,
  'Safari on an iPad, which asks for desktop pages':
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
  'Firefox on Android': 'Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0',
  'Firefox on iOS': `${iPhone} FxiOS/143.0 Mobile/15E148 Safari/605.1.15`,
  'Firefox on Linux': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Samsung Internet':
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
  'Edge on Windows':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
  'Edge on Android':
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36 EdgA/141.0.0.0',
  'Edge on iOS': `${iPhone} Version/26.0 EdgiOS/141.0.0.0 Mobile/15E148 Safari/605.1.15`,
  'Opera on Android':
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Mobile Safari/537.36 OPR/91.0.0.0',
  'DuckDuckGo on Android':
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/141.0.0.0 Mobile Safari/537.36',
  'DuckDuckGo on iOS': `${iPhone} Version/18.6 Mobile/15E148 DuckDuckGo/26 Safari/605.1.15`,
  'UC Browser':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X; en-US) AppleWebKit/537.51.1 (KHTML, like Gecko) Mobile/22G86 UCBrowser/13.9.0.1 Mobile',
  'Mi Browser':
    'Mozilla/5.0 (Linux; U; Android 14; en-us; Redmi 12C) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/112.0.5615.136 Mobile Safari/537.36 XiaoMi/MiuiBrowser/14.1.1.1-gn',
  'WebKit on Linux':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
}

test('the browser inside an app is known by what it is, and by its name where it tells it', () => {
  for (const [app, userAgent] of inApps) equal(findInAppBrowser(userAgent, {}), { app }, userAgent)
  equal(findInAppBrowser('', { TelegramWebviewProxy: {} }), { app: 'Telegram' })
})

test('no ordinary browser is taken for one, nor a page on the home screen', () => {
  for (const [name, userAgent] of Object.entries(browsers))
    equal(findInAppBrowser(userAgent, {}), undefined, name)
  equal(findInAppBrowser(navigator.userAgent), undefined)
  // https://github.com/ampproject/amphtml/issues/9627: the user agent there is that of a web view.
  equal(findInAppBrowser(`${iPhone} Mobile/15E148`, {}, true), undefined)
})

afterEach(() => {
  clear()
  Reflect.deleteProperty(navigator, 'userAgent')
})

async function show(sampleName: string, userAgent: string) {
  Object.defineProperty(navigator, 'userAgent', { value: userAgent, configurable: true })
  const element = document.createElement('pay-charge')
  const { show } = preview(element)
  document.body.append(element)
  const sample = samples.find(({ name }) => name === sampleName)
  if (!sample) throw new Error(`There is no sample ${sampleName}.`)
  await show(sample.state)
  await at(element, 'choosingWallet')
  await until(
    () => Boolean(element.shadowRoot?.querySelector('a.button, .all, .wallet')),
    () => `help should come, but there is ${shown(element)}`,
  )
  return element
}

const sentences: readonly (readonly [userAgent: string, text: string])[] = [
  [
    `${iPhone} Mobile/15E148 [LinkedInApp]/9.32.2485`,
    'Wallets can’t be opened inside LinkedIn, so copy the link and open it in your browser.',
  ],
  [
    webView,
    'Wallets can’t be opened inside this app, so copy the link and open it in your browser.',
  ],
]

for (const [userAgent, text] of sentences)
  test(`inside an app there is one sentence, the link to copy, and no link to a wallet: ${text.slice(8, 45)}`, async () => {
    const inside = await show('no wallet', userAgent)
    const say = inside.shadowRoot?.querySelector('.say')
    equal(say?.querySelector('p')?.textContent, text)
    ok(!shown(inside).includes('We couldn’t find a wallet'), 'one sentence')
    equal(inside.shadowRoot?.querySelectorAll('a.button').length, 0)
    equal(inside.shadowRoot?.querySelector('.all')?.textContent, location.href)
  })

test('in a wallet’s own browser, which is a web view too, nothing of it is said', async () => {
  const inside = await show('choose wallet', `${webView} MetaMaskMobile`)
  ok(!shown(inside).includes('can’t be opened'), shown(inside))
  ok(inside.shadowRoot?.querySelector('.wallet'))
})
