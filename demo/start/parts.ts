/** A process or server of the demo. */
export interface Part {
  /** As a sentence begins with it. */
  name: string
  /** Resolves when it has ended, whoever ended it, with what there is to say about it. */
  ended: Promise<string>
  stop: () => Promise<void>
}

/** What runs, in the order it was started; it is stopped the other way round. */
export interface Parts {
  /** Takes in a part that has just started; once stopping has begun, stops it and throws. */
  add: <P extends Part>(part: P) => Promise<P>
  /** Resolves when a part ends that nobody asked to, with a line that names it. */
  died: Promise<string>
  /** Stops everything; resolves when all of it is gone. A part that cannot be stopped is an error at the end. */
  stop: () => Promise<void>
}

export function createParts(): Parts {
  const running: Part[] = []
  let stopping: Promise<void> | undefined
  const { promise: died, resolve: tell } = Promise.withResolvers<string>()

  return {
    died,
    async add(part) {
      if (stopping) {
        await part.stop()
        throw new Error(`${part.name} was started too late: the demo is ending.`)
      }
      running.push(part)
      void part.ended.then((said) => {
        if (!stopping) tell(`${part.name} has ended by itself. ${said}`.trim())
      })
      return part
    },
    stop() {
      stopping ??= stopAll(running)
      return stopping
    },
  }
}

async function stopAll(running: Part[]): Promise<void> {
  const faults: unknown[] = []
  for (const part of running.toReversed()) {
    try {
      await part.stop()
    } catch (cause) {
      // The others still have to be stopped.
      faults.push(cause)
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, faults.map(String).join('\n'))
}
