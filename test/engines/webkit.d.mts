import type { findWebKit } from '../../scripts/webkit.mjs'

type Paths = NonNullable<ReturnType<typeof findWebKit>>

export declare function describeSession(paths: Pick<Paths, 'browser'>): {
  hostname: string
  path: string
  capabilities: WebdriverIO.Capabilities
}

export declare function startWebKit(
  paths: Pick<Paths, 'driver' | 'display'>,
): Promise<{ port: number; end: () => Promise<void> }>
