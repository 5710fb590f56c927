import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Builds dist/browser, and says how large its parts are. */
export function buildWidget(): void {
  const { status } = spawnSync('vite', ['build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('vite build failed.')
  spawnSync('node', ['test/size.ts'], { cwd: root, stdio: 'inherit' })
}

/** Builds the bare element with the same tools and options as our own, and returns its code. */
export async function buildBareElement(): Promise<string> {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: 'es2023',
      lib: { entry: 'test/bench/bare-element.ts', formats: ['es'], fileName: 'bare-element' },
      rolldownOptions: { output: { minify: true, comments: { annotation: false } } },
    },
  })
  const outputs = Array.isArray(built) ? built : [built]
  const code = outputs.flatMap((one) => ('output' in one ? one.output : []))
  const [script] = code.filter((one) => one.type === 'chunk')
  if (!script) throw new Error('The bare element was not built.')
  return script.code
}
