import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parseYaml } from '@redocly/openapi-core'
import { packages } from '../scripts/pack/packages.ts'
import { environmentVariables, readSettings } from '../src/service/app/settings.ts'
import { root } from './support/markdown.ts'
import { checkServerFile } from './support/server-files.ts'

// Where no container can be built, at least what is written must be true.

const read = (name: string) => readFileSync(`${root}/scripts/operate/${name}`, 'utf8')
const containerfile = read('Containerfile')
/** Its instructions, each in a line: [name, rest]. */
const instructions = containerfile
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => /^(\S+) (.+)$/.exec(line)?.slice(1) as [string, string])
const lastStage = instructions.slice(instructions.findLastIndex(([name]) => name === 'FROM'))
const get = (name: string) => lastStage.find(([one]) => one === name)?.[1] ?? ''

test('the container runs without root, and is told to stop by SIGTERM', () => {
  checkServerFile({
    file: 'Containerfile',
    line: 1,
    language: 'containerfile',
    code: containerfile,
  })
  assert.match(get('USER'), /^[1-9]\d{3,}:[1-9]\d{3,}$/)
  assert.equal(get('STOPSIGNAL'), 'SIGTERM')
  // What the user owns is the data alone, and no code.
  assert.match(get('RUN'), new RegExp(`^install -d -o ${get('USER').replace(':', ' -g ')} -m 700 `))
  assert.ok(!lastStage.some(([name, rest]) => name === 'COPY' && rest.includes('--chown')))
})

test('the container starts the program of the package, on settings that exist', () => {
  const [, program = ''] = JSON.parse(get('ENTRYPOINT')) as string[]
  const service = packages.find(({ name }) => name === 'pay-charge-service')
  const bin = String(service?.bin?.['pay-charge'])
  assert.ok(program.endsWith(`/node_modules/pay-charge-service/dist/${bin}`))
  assert.deepEqual(JSON.parse(get('CMD')), ['serve'])
  const environment = Object.fromEntries(
    get('ENV')
      .split(' ')
      .map((pair) => pair.split('=') as [string, string]),
  )
  const { NODE_ENV, ...settings } = environment
  assert.equal(NODE_ENV, 'production')
  for (const name of Object.keys(settings)) assert.ok(name in environmentVariables, name)
  assert.equal(settings.DATA_DIR, get('VOLUME'))
  assert.equal(get('EXPOSE'), environmentVariables.SERVICE_PORT.defaultText)
  const copied = instructions.filter(([name, rest]) => name === 'COPY' && !rest.includes('--from'))
  for (const [, rest] of copied) {
    const [source = ''] = rest.split(' ')
    // What `npm run pack` writes is not there before.
    assert.ok(source.startsWith('dist/npm/pay-charge-service-') || existsSync(`${root}/${source}`))
  }
})

test('the health check of the container is one that fails where nobody answers', () => {
  const [, , script = ''] = JSON.parse(get('HEALTHCHECK').replace(/^.*? CMD /, '')) as string[]
  assert.match(script, /\/healthz/)
  const env = { PATH: process.env.PATH, SERVICE_PORT: '9' }
  assert.equal(spawnSync(process.execPath, ['-e', script], { env }).status, 1)
})

interface ComposeService {
  image: string
  build?: { context: string; dockerfile: string }
  env_file?: string
  environment: Record<string, string>
  deploy?: { replicas: number }
  ports?: string[]
  volumes?: string[]
  depends_on?: Record<string, unknown>
  read_only?: boolean
  cap_drop?: string[]
}

const compose = parseYaml(read('compose.yaml')) as {
  services: Record<string, ComposeService>
  volumes: Record<string, null>
}

test('compose.yaml runs two processes on one database, on settings that can be read', () => {
  const { service, postgres } = compose.services
  assert.ok(service && postgres)
  assert.equal(service.deploy?.replicas, 2)
  assert.equal(service.read_only, true)
  assert.deepEqual(service.cap_drop, ['ALL'])
  for (const port of service.ports ?? []) assert.match(port, /^127\.0\.0\.1:/, 'plain HTTP')
  assert.ok(
    existsSync(`${root}/scripts/operate/${service.build?.context}/${service.build?.dockerfile}`),
  )
  const given: Record<string, string> = {
    PUBLIC_URL: 'https://pay.example',
    ALLOWED_HOSTS: 'pay.example,127.0.0.1',
    CHAIN_RPC_URLS: '{"8453":"https://node.example"}',
    POSTGRES_PASSWORD: 'secret',
  }
  assert.equal(service.env_file, '.env', 'a setting that is not named below would be dropped')
  const environment = fillVariables(service.environment, given)
  for (const name of Object.keys(environment)) assert.ok(name in environmentVariables, name)
  const settings = readSettings(environment)
  assert.ok('settings' in settings, JSON.stringify(settings))
  assert.deepEqual(settings.settings.unread, [])
  const url = new URL(String(environment.DATABASE_URL))
  const ofServer = fillVariables(postgres.environment, given)
  assert.deepEqual(
    [url.hostname, url.username, url.pathname.slice(1), url.password],
    ['postgres', ofServer.POSTGRES_USER, ofServer.POSTGRES_DB, ofServer.POSTGRES_PASSWORD],
  )
})

test('compose.yaml names no service, volume or file that is not there', () => {
  const { services, volumes } = compose
  for (const { depends_on, volumes: mounts = [] } of Object.values(services)) {
    for (const name of Object.keys(depends_on ?? {})) assert.ok(name in services, name)
    for (const mount of mounts) {
      const [source = ''] = mount.split(':')
      if (source.startsWith('.')) assert.ok(existsSync(`${root}/scripts/operate/${source}`), source)
      else assert.ok(source in volumes, source)
    }
  }
  for (const name of globSync('*.yaml', { cwd: `${root}/scripts/operate` })) parseYaml(read(name))
})

test('the build context holds what the container copies, and no data', () => {
  const lines = readFileSync(`${root}/.dockerignore`, 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
  assert.equal(lines[0], '*')
  const kept = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
  assert.deepEqual(kept, ['dist', 'dist/npm', 'dist/npm/pay-charge-service-*.tgz'])
  for (const [, rest] of instructions.filter(
    ([name, rest]) => name === 'COPY' && !rest.includes('--from'),
  ))
    assert.ok(kept.includes(rest.split(' ')[0] ?? ''), rest)
})

/** Fills `${NAME:-default}` and `${NAME:?text}` as compose does. */
function fillVariables(
  environment: Record<string, string>,
  given: Record<string, string>,
): Record<string, string> {
  const fill = (text: string) =>
    text
      .replace(/\$\{(\w+)\}/g, (_, name: string) => given[name] ?? '')
      .replace(/\$\{(\w+):([-?])([^}]*)\}/g, (_, name: string, kind: string, rest: string) => {
        if (given[name] !== undefined) return given[name]
        assert.equal(kind, '-', `${name} is required`)
        return rest
      })
  return Object.fromEntries(
    Object.entries(environment).map(([name, text]) => [name, fill(String(text))]),
  )
}
