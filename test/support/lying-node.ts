import { askNode, type NodeCall, type NodeReply, startNode, type TestNode } from './node.ts'

/** Answers a call in the node's place; undefined passes it on. `ask` asks the node. */
export type Lie = (
  call: NodeCall,
  ask: (method: string, params: unknown[]) => Promise<unknown>,
) => Promise<NodeReply | undefined> | NodeReply | undefined

/** A node that says what the test wants it to say of a real one. */
export interface LyingNode extends TestNode {
  /** Lets it lie from now on; undefined for the truth. */
  lie(lie: Lie | undefined): void
}

/** Starts a node that passes all calls on to a real one, until it is told to lie. */
export async function startLyingNode(rpcUrl: string): Promise<LyingNode> {
  let current: Lie | undefined
  const ask = async (method: string, params: unknown[]) =>
    (await askNode(rpcUrl, { method, params })).result
  const node = await startNode(rpcUrl, (call) => current?.(call, ask))
  return {
    ...node,
    lie(lie) {
      current = lie
    },
  }
}
