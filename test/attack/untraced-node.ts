import { startNode } from '../support/node.ts'

const unsupported = (method: string) => ({
  code: -32601,
  message: `the method ${method} does not exist/is not available`,
})
export const busy = () => ({ code: -32000, message: 'tracing failed: required historical state' })

/**
 * A node that does not trace, as most public ones: it refuses debug_ and trace_ methods, and knows everything else.
 *
 * @param refuse what it answers then. By {@link busy} it may trace later
 */
export async function startUntracedNode(
  target: string,
  refuse: (method: string) => { code: number; message: string } = unsupported,
) {
  let refused = 0
  let traces = false
  const node = await startNode(target, ({ method }) => {
    if (traces || !/^(debug|trace)_/.test(method)) return undefined
    refused += 1
    return { error: refuse(method) }
  })
  return {
    ...node,
    /** Calls that would have told what moved. */
    refused: () => refused,
    /** From now on it traces. */
    trace() {
      traces = true
    },
  }
}
