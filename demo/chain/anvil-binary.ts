import { createRequire } from 'node:module'
import { PayError } from '../../src/errors.ts'

/** Node's name of a processor, in the words of @foundry-rs. */
const architectures: Record<string, string> = { x64: 'amd64', arm64: 'arm64' }

/**
 * The path of anvil's own executable. The one in node_modules/.bin is a script around it: killed,
 * it would leave anvil behind. Throws a PayError where npm has no build for this machine.
 */
export function anvilBinary(
  platform: NodeJS.Platform = process.platform,
  processor: string = process.arch,
): string {
  const name = `@foundry-rs/anvil-${platform}-${architectures[processor] ?? processor}`
  const file = platform === 'win32' ? 'anvil.exe' : 'anvil'
  try {
    return createRequire(import.meta.url).resolve(`${name}/bin/${file}`)
  } catch (cause) {
    throw new PayError(
      'invalid_setting',
      `The local chain needs anvil, and ${name} is not installed. Run \`npm ci --include=optional\`; ` +
        'if it is still absent, npm has no anvil for this kind of machine.',
      { cause },
    )
  }
}
