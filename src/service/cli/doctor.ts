import { existsSync } from 'node:fs'
import { PayError } from '../../errors.ts'
import type { ServiceSettings } from '../app/settings.ts'
import { type OpenStore, openStore } from '../app/store.ts'
import { findBlockBefore } from '../chain/logs/search.ts'
import { type ChainClient, createChainClient } from '../chain/nodes/client.ts'
import { maxLagBlocks } from '../chain/nodes/nodes.ts'
import { isDataDirInUse } from '../db/data-lock.ts'
import type { Print } from '../http/operator-error.ts'
import { blocksPerRange } from '../watcher/scan/block-ranges.ts'
import { probeReceiver } from '../webhooks/send/send.ts'
import type { Finding, Report } from './doctor-report.ts'

/** A node whose newest block is older than this may have stopped. */
const maxHeadAgeMs = 5 * 60_000
/** More than a block's time may differ from ours where both clocks are right. */
const maxClockOffsetMs = 15_000
const receiverTimeoutMs = 10_000
/** Not a token: a search for its logs has a short answer. */
const quietAddress = '0x000000000000000000000000000000000000dEaD'

/**
 * Checks the service's settings, nodes and database, prints a line for each check, and returns the exit code: 1 when one has
 * failed.
 *
 * Changes nothing, except that an empty database gets its tables, as with every command.
 */
export async function runDoctor(
  settings: ServiceSettings,
  options: { json?: boolean },
  print: Print,
): Promise<number> {
  let hasFailed = false
  const report: Report = (state, subject, text) => {
    hasFailed ||= state === 'failed'
    print(
      options.json
        ? JSON.stringify({ state, subject, text } satisfies Finding)
        : `${state.padEnd(9)}${subject}: ${text}`,
    )
  }
  checkSettings(settings, report)
  for (const [chainId, urls] of settings.rpcUrls)
    await checkChain(chainId, urls, settings.watchMs, report)
  const { checkRelayer } = await import('./doctor-relayer.ts')
  await checkRelayer(settings, report)
  const { checkRates } = await import('./doctor-rates.ts')
  await checkRates(settings, report)
  const { checkMail } = await import('./doctor-mail.ts')
  await checkMail(settings, report)
  await checkDatabase(settings, report)
  return hasFailed ? 1 : 0
}

function checkSettings({ rpcUrls, publicUrl, unread }: ServiceSettings, report: Report) {
  for (const text of unread) report('warning', 'settings', text)
  if (rpcUrls.size === 0)
    report('failed', 'settings', 'CHAIN_RPC_URLS is empty: no charge can be created.')
  else report('ok', 'settings', `chains ${[...rpcUrls.keys()].join(', ')}`)
  if (publicUrl === undefined)
    report(
      'warning',
      'settings',
      'PUBLIC_URL is not set: payment pages are at the address that the service listens on.',
    )
  else if (!publicUrl.startsWith('https:'))
    report('warning', 'settings', `PUBLIC_URL is ${publicUrl}: payers need https.`)
}

async function checkChain(
  chainId: number,
  urls: readonly string[],
  watchMs: number,
  report: Report,
): Promise<void> {
  const nodes = urls.map((url) => createChainClient(chainId, url, { retryCount: 0 }))
  const heads = await Promise.all(nodes.map((node) => checkNode(node, watchMs, report)))
  const numbers = heads.filter((head) => head !== undefined)
  const newest = numbers.find((number) => numbers.every((other) => other <= number)) ?? 0n
  for (const [index, head] of heads.entries())
    if (head !== undefined && newest - head > maxLagBlocks)
      report(
        'warning',
        describeNode(nodes[index] as ChainClient),
        `it is ${newest - head} blocks behind another node.`,
      )
  if (nodes.length === 1)
    report(
      'warning',
      `chain ${chainId}`,
      'it has one node. Add one of another provider: a single node’s answers cannot be compared, and QUORUM_ABOVE_USD has no effect.',
    )
}

const describeNode = ({ chainId, node }: ChainClient) => `chain ${chainId}, ${node}`

/** Returns the number of the newest block; undefined for a node that cannot be read. */
async function checkNode(
  node: ChainClient,
  watchMs: number,
  report: Report,
): Promise<bigint | undefined> {
  const subject = describeNode(node)
  try {
    const head = await node.read((client) => client.getBlock())
    const ageMs = Date.now() - Number(head.timestamp) * 1000
    const age = `its newest block is ${head.number}, ${Math.round(ageMs / 1000)} s old`
    if (ageMs < -maxClockOffsetMs)
      report(
        'failed',
        'clock',
        `${subject} has a block of ${Math.round(-ageMs / 1000)} s from now. Correct this machine's clock (NTP).`,
      )
    else if (ageMs > maxHeadAgeMs)
      report('warning', subject, `${age}: either the chain or the node has stopped.`)
    else report('ok', subject, age)
    await checkLogs(node, { number: head.number, hash: head.hash }, watchMs, report)
    return head.number
  } catch (cause) {
    // Its messages hold no secret of the URL.
    if (!(cause instanceof PayError)) throw cause
    report('failed', subject, cause.message)
    return undefined
  }
}

/** Checks whether a node gives the logs that payments are found by: of its newest block, of many blocks, and of old ones. */
async function checkLogs(
  node: ChainClient,
  head: { number: bigint; hash: `0x${string}` },
  watchMs: number,
  report: Report,
): Promise<void> {
  const subject = describeNode(node)
  const tries = (text: string, work: () => Promise<unknown>) =>
    work().then(
      () => true,
      (cause: unknown) => {
        if (!(cause instanceof PayError)) throw cause
        report('warning', subject, `${text} (${cause.message})`)
        return false
      },
    )
  const quiet = { address: quietAddress } as const
  const findLogs = (fromBlock: bigint, toBlock: bigint) =>
    node.read((client) => client.getLogs({ ...quiet, fromBlock, toBlock }))
  const first = head.number >= blocksPerRange ? head.number - blocksPerRange + 1n : 0n
  const days = Math.round(watchMs / 86_400_000)
  const answers = [
    await tries('it has no logs of its newest block yet: payments are found late.', () =>
      node.read((client) => client.getLogs({ ...quiet, blockHash: head.hash })),
    ),
    await tries(
      `it does not search ${head.number - first + 1n} blocks in one call: a search takes more calls.`,
      () => findLogs(first, head.number),
    ),
    await tries(
      `it has no logs of ${days} days ago (WATCH_DAYS): payments to old charges are missed after an outage.`,
      async () => {
        const oldest = await findBlockBefore(node, new Date(Date.now() - watchMs), head.number)
        await findLogs(oldest, oldest)
      },
    ),
  ]
  if (answers.every(Boolean))
    report('ok', subject, `it gives logs of its newest block, and of ${days} days ago`)
}

async function checkDatabase(settings: ServiceSettings, report: Report): Promise<void> {
  const { database, allowPrivateWebhooks } = settings
  if ('dataDir' in database && !existsSync(database.dataDir)) {
    const text = `there is none in ${database.dataDir} (DATA_DIR). Begin with pay-charge account create.`
    report('failed', 'database', text)
    return
  }
  let store: OpenStore | undefined
  try {
    store = await openStore(database, (error) => report('warning', 'database', error.message))
    const start = performance.now()
    await store.ping()
    report('ok', 'database', `it answers in ${Math.round(performance.now() - start)} ms`)
    await checkUnread(store, report)
    await checkWebhooks(store, allowPrivateWebhooks, report)
  } catch (cause) {
    if ('dataDir' in database && isDataDirInUse(cause))
      report(
        'ok',
        'database',
        'a running service has it open, so webhooks are not checked; see pay-charge call listWebhookEvents.',
      )
    else if (cause instanceof PayError) report('failed', 'database', cause.message)
    else throw cause
  } finally {
    await store?.close()
  }
}

/** Reports transactions that were found and could not be read. */
async function checkUnread(store: OpenStore, report: Report): Promise<void> {
  const unreadCount = await store.countUnread()
  if (unreadCount > 0)
    report(
      'failed',
      'transactions',
      `${unreadCount} were found that cannot be read, so no charge is credited: see pay-charge call listUnread.`,
    )
}

/** Sends every receiver of webhooks a HEAD request. */
async function checkWebhooks(
  store: OpenStore,
  allowPrivate: boolean,
  report: Report,
): Promise<void> {
  const { signal } = new AbortController()
  for (const { id, name, livemode } of await store.listAccounts()) {
    // A live and a test account have one name.
    const subject = `webhook of ${name || id}${livemode ? '' : ' (test)'}`
    const endpoints = await store.listEndpoints(id)
    const enabled = endpoints.filter(({ isEnabled }) => isEnabled)
    if (enabled.length === 0)
      report('warning', subject, 'none is turned on: payments are not reported.')
    else if (enabled.every(({ shop }) => shop !== ''))
      report(
        'warning',
        subject,
        'each is for one shop: money that belongs to no charge is not reported.',
      )
    for (const { url } of enabled) await probe(subject, url)
    // Also those that are off: their waiting deliveries are still sent.
    for (const { url, failing } of endpoints)
      if (failing)
        report(
          'failed',
          subject,
          `deliveries to ${new URL(url).origin} fail since ${failing.since.toISOString()}: ${failing.waiting} wait.`,
        )
  }

  async function probe(subject: string, url: string): Promise<void> {
    const options = { allowPrivate, timeoutMs: receiverTimeoutMs, signal }
    await probeReceiver(url, options).then(
      (status) => report('ok', subject, `${new URL(url).origin} answers (${status})`),
      (cause: Error) =>
        report('failed', subject, `${new URL(url).origin} does not answer: ${cause.message}`),
    )
  }
}
