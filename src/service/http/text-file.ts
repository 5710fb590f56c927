import type { Logger } from 'pino'

/**
 * Creates the stream of a file, which is read at its reader's pace. Its first part is read before the reply begins, so that a
 * database that does not answer is an error and no file. A reader that disconnects ends the reading; a later error breaks the
 * connection, so that a partial file is never mistaken for the whole.
 *
 * @param subject what is exported, for the log: `the books`
 */
export async function createTextFile(
  texts: AsyncGenerator<string, void, void>,
  log: Logger,
  subject: string,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder()
  let next: IteratorResult<string, void> | undefined = await texts.next()
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = next ?? (await texts.next())
          next = undefined
          if (done) controller.close()
          else controller.enqueue(encoder.encode(value))
        } catch (err) {
          log.error({ err }, `An export of ${subject} was cut off.`)
          throw err
        }
      },
      async cancel() {
        log.info(`The reader of an export of ${subject} has left.`)
        await texts.return()
      },
    },
    { highWaterMark: 0 },
  )
}
