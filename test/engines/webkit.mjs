import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { webdriverLauncher } from '@web/test-runner-webdriver'
import { endWithParent } from '../../demo/chain/watchdog.ts'

/** Milliseconds that a program may take until it serves. */
const patience = 120_000

/**
 * WebKit for the test runner: WebKitGTK's own browser, driven by its WebDriver, on a display that nobody sees.
 * Give it what `findWebKit` found. The plugin starts and ends all that the browser needs.
 */
export function webkit(paths) {
  const options = describeSession(paths)
  let server
  const plugin = {
    name: 'webkit',
    async serverStart() {
      server = await startWebKit(paths)
      // The launcher reads it when the first test starts.
      options.port = server.port
    },
    async serverStop() {
      await server?.end()
    },
  }
  return { launcher: webdriverLauncher(options), plugin }
}

/** What a client of WebDriver asks for, but the port. */
export function describeSession({ browser }) {
  return {
    hostname: '127.0.0.1',
    path: '/',
    capabilities: {
      browserName: 'MiniBrowser',
      // WebKitGTK speaks the classic protocol only.
      'wdio:enforceWebDriverClassic': true,
      'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
    },
  }
}

/** Starts WebKit's WebDriver on a display of its own. */
export async function startWebKit({ driver, display }) {
  const screen = await startDisplay(display)
  const server = await startDriver(driver, screen.number).catch(async (cause) => {
    await screen.end()
    throw cause
  })
  return {
    port: server.port,
    async end() {
      // The driver before its display. A browser that outlived its driver ends with the display.
      await server.end()
      await screen.end()
    },
  }
}

/** An X server without a screen. It chooses a free number by itself, and tells it. */
async function startDisplay(program) {
  const flags = ['-displayfd', '3', '-nolisten', 'tcp', '-screen', '0', '1280x1024x24']
  const xvfb = start(program, flags, { stdio: ['ignore', 'ignore', 'pipe', 'pipe'] })
  const told = once(xvfb.child.stdio[3], 'data')
  const [number] = await Promise.race([told, xvfb.failed, late(program)])
  return { number: String(number).trim(), end: xvfb.end }
}

/** WebKitWebDriver takes a port, and tells none that it would choose: of the free ones, another may be faster. */
async function startDriver(program, display, attempts = 3) {
  const port = await freePort()
  const driver = start(program, ['--host=127.0.0.1', `--port=${port}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      DISPLAY: `:${display}`,
      // Without a graphics card, layers are put together by software: half of the work of a page.
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      // A desktop's own display is not the one to open windows on, nor its language that of the tests.
      GDK_BACKEND: 'x11',
      LC_ALL: 'C.UTF-8',
    },
  })
  try {
    await Promise.race([answers(`http://127.0.0.1:${port}/status`), driver.failed, late(program)])
    return { port, end: driver.end }
  } catch (cause) {
    await driver.end()
    if (attempts === 1) throw cause
    return startDriver(program, display, attempts - 1)
  }
}

/** Starts a program that ends with this one, however this one ends. */
function start(program, flags, options) {
  const child = spawn(program, flags, options)
  const gone = once(child, 'exit')
  const said = text(child.stderr)
  gone.then(endWithParent(child))
  const failed = gone.then(async ([code]) => {
    throw new Error(`${program} ended with code ${code}:\n${(await said).slice(-4_000)}`)
  })
  // Nobody asks after the start.
  failed.catch(() => {})
  return {
    child,
    failed,
    async end() {
      child.kill()
      await gone
    },
  }
}

async function answers(url) {
  for (;;) {
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return
    await sleep(20)
  }
}

async function late(program) {
  await sleep(patience, undefined, { ref: false })
  throw new Error(`${program} did not serve within ${patience} ms.`)
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}
