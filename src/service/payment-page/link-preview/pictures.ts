import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import type { PictureFacts } from './picture.ts'

/** A picture that was drawn; `none` where it cannot be drawn, `busy` where too many wait or its drawing failed. */
export type Picture = Uint8Array<ArrayBuffer> | 'none' | 'busy'

/** The pictures of links. */
export interface Pictures {
  /** Returns the ETag of a picture, which need not be drawn for that. */
  getTag(facts: PictureFacts): string
  /**
   * Returns a picture, drawn once for each of its facts that are kept.
   *
   * @param owner the account whose link it is: no links of one keep those of all others waiting
   */
  draw(facts: PictureFacts, owner: string): Promise<Picture>
}

/** Changes with how pictures look, so that no cache shows the old ones. */
const version = 1
/** The most pictures that wait for their drawing: a few seconds' work. Whoever asks for more is told to come again. */
const maxWaiting = 16
/** The most of them that belong to one owner. */
const maxWaitingOfOwner = 4
/** The most pictures that are kept, of 20 to 70 KB each. */
const maxKept = 100
/** Milliseconds for a drawing, of which it takes a tenth of a second. */
const timeoutMs = 10_000
/** Milliseconds without a drawing after which the thread and its fonts are given back. */
const idleMs = 60_000
/** Milliseconds after which a picture is tried again whose drawing failed: it may fail each time, and each time ends the thread. */
const failedMs = 60_000

/**
 * Creates the pictures of links. One thread draws them all.
 *
 * @param stopping ends the thread
 * @param onFailure hears of a thread that failed
 */
export function createPictures(
  stopping: AbortSignal,
  onFailure: (error: unknown) => void,
): Pictures {
  const kept = new Map<string, Promise<Picture>>()
  let last: Promise<unknown> = Promise.resolve()
  /** The owners of the pictures that wait. */
  const waiting: string[] = []
  const artist = createArtist(stopping)

  async function drawNext(facts: PictureFacts, tag: string): Promise<Picture> {
    try {
      return (await artist.draw(facts)) ?? 'none'
    } catch (cause) {
      // The thread has ended, and with it what the drawing broke. The next picture gets a new one.
      if (!stopping.aborted) onFailure(cause)
      setTimeout(() => kept.delete(tag), failedMs).unref()
      return 'busy'
    }
  }

  const getTag = (facts: PictureFacts) =>
    createHash('sha256')
      .update(JSON.stringify([version, facts]))
      .digest('base64url')
      .slice(0, 22)
  return {
    getTag,
    async draw(facts, owner) {
      const tag = getTag(facts)
      const known = kept.get(tag)
      const waitingOfOwner = waiting.filter((one) => one === owner).length
      const isFull = waiting.length >= maxWaiting || waitingOfOwner >= maxWaitingOfOwner
      if (!known && isFull) return 'busy'
      const drawing = known ?? last.then(() => drawNext(facts, tag))
      if (!known) {
        waiting.push(owner)
        last = drawing.finally(() => waiting.splice(waiting.indexOf(owner), 1))
      }
      // The newest stand last.
      kept.delete(tag)
      kept.set(tag, drawing)
      for (const oldest of kept.keys())
        if (kept.size > maxKept) kept.delete(oldest)
        else break
      return await drawing
    },
  }
}

/** Creates what draws one picture at a time, in a thread that starts with the first one. */
function createArtist(stopping: AbortSignal) {
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined

  const end = () => {
    clearTimeout(idle)
    void thread?.terminate()
    thread = undefined
  }
  stopping.addEventListener('abort', end)

  const start = () => {
    const started = startThread()
    // Whoever waits for a drawing hears of the error.
    started.on('error', () => undefined)
    started.on('exit', () => {
      if (thread === started) thread = undefined
    })
    return started
  }

  return {
    /** @throws Error where the thread fails, or takes too long; or where the service stops */
    async draw(facts: PictureFacts): Promise<Uint8Array<ArrayBuffer> | undefined> {
      stopping.throwIfAborted()
      clearTimeout(idle)
      thread ??= start()
      try {
        return await ask(thread, facts)
      } catch (cause) {
        end()
        throw cause
      } finally {
        if (thread) idle = setTimeout(end, idleMs).unref()
      }
    },
  }
}

/** Starts the thread, without what the process knows and can be told by: its variables, and its options of Node. */
function startThread(): Worker {
  const isSource = import.meta.url.endsWith('.ts')
  const url = new URL(isSource ? './worker.ts' : './worker.js', import.meta.url)
  const limits = { maxOldGenerationSizeMb: 128 }
  const thread = new Worker(url, { env: {}, execArgv: [], resourceLimits: limits })
  // It keeps no process from ending.
  thread.unref()
  return thread
}

function ask(thread: Worker, facts: PictureFacts): Promise<Uint8Array<ArrayBuffer> | undefined> {
  return new Promise((resolve, reject) => {
    const late = () => settle(() => reject(new Error('A picture took too long to draw.')))
    const timer = setTimeout(late, timeoutMs).unref()
    const onMessage = (picture: Uint8Array<ArrayBuffer> | undefined) =>
      settle(() => resolve(picture))
    const onError = (cause: unknown) => settle(() => reject(cause as Error))
    const onExit = () => settle(() => reject(new Error('The thread of pictures has ended.')))
    function settle(act: () => void) {
      clearTimeout(timer)
      thread.off('message', onMessage).off('error', onError).off('exit', onExit)
      act()
    }
    thread.on('message', onMessage).on('error', onError).on('exit', onExit)
    thread.postMessage(facts)
  })
}
