import { launch } from 'puppeteer-core'
import WebDriver from 'webdriver'
import { findFirefox } from '../../scripts/firefox.mjs'
import { findWebKit } from '../../scripts/webkit.mjs'
import { describeSession, startWebKit } from '../engines/webkit.mjs'

// Browsers that Playwright does not drive, for pages that are no test's own.

/** A browser with one page, which a test uses as a person does. */
export interface DrivenBrowser {
  open(url: string): Promise<void>
  /** Runs the body of a function in the page, and gives what it returns. */
  evaluate(body: string): Promise<unknown>
  /** Clicks with the mouse, at CSS pixels of the page's window. */
  clickAt(x: number, y: number): Promise<void>
  resize(width: number, height: number): Promise<void>
  /** Takes a picture of the page's window: PNG. */
  takeScreenshot(): Promise<Buffer>
  end(): Promise<void>
}

/** The engines by name, each with what starts its browser; undefined where this machine has none. */
export const browsers: Record<string, (() => Promise<DrivenBrowser>) | undefined> = {
  Firefox: prepareFirefox(),
  WebKit: prepareWebKit(),
}

function prepareFirefox() {
  const executablePath = findFirefox()
  if (!executablePath) return undefined
  return async (): Promise<DrivenBrowser> => {
    // The language of a desktop's user is not that of the tests.
    const extraPrefsFirefox = { 'intl.accept_languages': 'en-US, en' }
    const options = { browser: 'firefox', executablePath, headless: true } as const
    const firefox = await launch({ ...options, extraPrefsFirefox })
    const [page = await firefox.newPage()] = await firefox.pages()
    page.setDefaultNavigationTimeout(120_000)
    return {
      open: async (url) => void (await page.goto(url)),
      evaluate: (body) => page.evaluate(`(() => {${body}})()`),
      clickAt: (x, y) => page.mouse.click(x, y),
      resize: (width, height) => page.setViewport({ width, height }),
      takeScreenshot: async () => Buffer.from(await page.screenshot()),
      end: () => firefox.close(),
    }
  }
}

function prepareWebKit() {
  const paths = findWebKit()
  if (!paths) return undefined
  return async (): Promise<DrivenBrowser> => {
    const server = await startWebKit(paths)
    const options = { ...describeSession(paths), port: server.port, logLevel: 'error' } as const
    const session = await WebDriver.newSession(options)
    return {
      open: async (url) => void (await session.navigateTo(url)),
      evaluate: (body) => session.executeScript(body, []),
      async clickAt(x, y) {
        const move = { type: 'pointerMove', origin: 'viewport', duration: 0, x, y }
        const press = [
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ]
        const mouse = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' } }
        await session.performActions([{ ...mouse, actions: [move, ...press] }])
      },
      resize: async (width, height) => void (await session.setWindowRect(0, 0, width, height)),
      takeScreenshot: async () => Buffer.from(await session.takeScreenshot(), 'base64'),
      async end() {
        await session.deleteSession()
        await server.end()
      },
    }
  }
}
