import { Worker } from 'node:worker_threads'
import type { Cell } from './sheet.ts'

// A workbook, whose cells have types: nothing is taken for what it is not. It is written whole, in memory, and so it has a limit.

/** The most rows of a workbook. Longer books are exported by the month, or as a table. */
export const maxWorkbookRows = 20_000

/** A workbook of one sheet. */
export interface Workbook {
  headings: readonly string[]
  /** In characters. */
  widths: readonly number[]
  rows: readonly (readonly Cell[])[]
}

/** Milliseconds after which a workbook is given up. */
const timeoutMs = 60_000

/** Starts the thread, without what the process knows and can be told by: its variables, and its options of Node. */
function startThread(): Worker {
  const isSource = import.meta.url.endsWith('.ts')
  const url = new URL(isSource ? './xlsx-worker.ts' : './xlsx-worker.js', import.meta.url)
  const thread = new Worker(url, {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })
  // It keeps no process from ending.
  thread.unref()
  return thread
}

/**
 * Writes a workbook (ISO/IEC 29500) of one sheet.
 *
 * @throws Error where that fails, or takes too long
 */
export async function writeWorkbook(workbook: Workbook): Promise<Uint8Array<ArrayBuffer>> {
  const thread = startThread()
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise((resolve, reject) => {
      const late = () => reject(new Error('A workbook took too long to write.'))
      timer = setTimeout(late, timeoutMs).unref()
      thread
        .on('message', resolve)
        .on('error', reject)
        .on('exit', () => reject(new Error('The thread of a workbook has ended.')))
      thread.postMessage(workbook)
    })
  } finally {
    clearTimeout(timer)
    await thread.terminate()
  }
}
