import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CodeBlock } from './markdown.ts'

/**
 * Checks a file of nginx, Caddy, systemd or a container. The program itself judges where this machine has it; otherwise
 * form and names are checked against lists of what we use, so that a slip is found, but not everything that is wrong.
 */
export function checkServerFile({ language, code }: CodeBlock): void {
  if (language === 'nginx') checkNginx(code)
  else if (language === 'caddy') checkCaddy(code)
  else if (language === 'systemd') checkUnit(code)
  else checkContainerfile(code)
}

/** https://nginx.org/en/docs/dirindex.html: those that our blocks use. */
const nginxDirectives =
  /^(server|listen|server_name|client_max_body_size|location|proxy_pass|proxy_set_header|proxy_read_timeout)$/

function checkNginx(code: string): void {
  let depth = 0
  for (const line of statements(code)) {
    if (line === '}') depth--
    else {
      const [name = ''] = line.split(/\s/)
      assert.match(name, nginxDirectives, `nginx: unknown directive ${name}`)
      assert.match(line, /[;{]$/, `nginx: "${line}" ends without ; or {`)
      if (line.endsWith('{')) depth++
    }
    assert.ok(depth >= 0, 'nginx: a brace too many')
  }
  assert.equal(depth, 0, 'nginx: a brace is missing')
  judge('nginx', ['-t', '-q', '-c'], `events {}\nhttp {\n${code}\n}`, 'nginx.conf')
}

/** https://caddyserver.com/docs/caddyfile/directives: those that our blocks use. */
const caddyDirectives = /^(encode|request_body|max_size|reverse_proxy|header_up|root|file_server)$/

function checkCaddy(code: string): void {
  let depth = 0
  for (const line of statements(code)) {
    if (line === '}') {
      depth--
      continue
    }
    const [name = ''] = line.split(/\s/)
    if (depth === 0) assert.match(line, /^[\w.:/-]+ \{$/, `Caddy: "${line}" is no site`)
    else assert.match(name, caddyDirectives, `Caddy: unknown directive ${name}`)
    if (line.endsWith('{')) depth++
  }
  assert.equal(depth, 0, 'Caddy: a brace is missing or too many')
  judge('caddy', ['adapt', '--validate', '--adapter', 'caddyfile', '--config'], code, 'Caddyfile')
}

/** systemd.unit(5), systemd.service(5), systemd.exec(5): those that our blocks use. */
const unitKeys: Record<string, RegExp> = {
  Unit: /^(Description|After|Wants|Requires)$/,
  Service:
    /^(User|Group|EnvironmentFile|Environment|WorkingDirectory|ExecStart|Restart|RestartSec|TimeoutStopSec|UMask|NoNewPrivileges|ProtectSystem|ProtectHome|PrivateTmp|PrivateDevices|ReadWritePaths|RestrictAddressFamilies|LimitNOFILE)$/,
  Install: /^(WantedBy)$/,
}

function checkUnit(code: string): void {
  let section = ''
  for (const line of statements(code)) {
    const [, name] = /^\[(\w+)\]$/.exec(line) ?? []
    if (name) {
      assert.ok(unitKeys[name], `systemd: there is no section ${name}`)
      section = name
      continue
    }
    const [, key = ''] = /^(\w+)=.+$/.exec(line) ?? []
    assert.match(key, unitKeys[section] ?? /^$/, `systemd: "${line}" in ${section || 'no section'}`)
  }
  // The programs that it starts are not on this machine.
  const own = code.replace(/^(ExecStart|EnvironmentFile|User|WorkingDirectory)=.*\n/gm, '')
  judge(
    'systemd-analyze',
    ['verify', '--man=no'],
    `${own}\n[Service]\nExecStart=/bin/true\n`,
    'block.service',
  )
}

/** https://docs.docker.com/reference/dockerfile/ */
const instructions =
  /^(FROM|WORKDIR|COPY|RUN|ENV|VOLUME|EXPOSE|USER|CMD|ENTRYPOINT|LABEL|ARG|HEALTHCHECK|STOPSIGNAL)$/

function checkContainerfile(code: string): void {
  const lines = statements(code.replaceAll('\\\n', ' '))
  assert.match(lines[0] ?? '', /^(FROM|ARG) /, `Containerfile: begins with "${lines[0]}"`)
  for (const line of lines) {
    const [, name = '', rest = ''] = /^(\S+) (.+)$/.exec(line) ?? []
    assert.match(name, instructions, `Containerfile: there is no instruction "${line}"`)
    if (/^(CMD|ENTRYPOINT)$/.test(name)) assert.ok(Array.isArray(JSON.parse(rest)))
    if (name !== 'RUN') continue
    const { status, stderr } = spawnSync('bash', ['-n'], { input: rest, encoding: 'utf8' })
    assert.equal(status, 0, `Containerfile: ${stderr}`)
  }
}

function statements(code: string): string[] {
  return code
    .split('\n')
    .map((line) => line.replace(/^\s*#.*$/, '').trim())
    .filter(Boolean)
}

/** Lets a program judge a file, where this machine has the program. */
function judge(program: string, args: readonly string[], text: string, name: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'block-'))
  try {
    const file = join(folder, name)
    writeFileSync(file, text)
    const { error, status, stderr } = spawnSync(program, [...args, file], { encoding: 'utf8' })
    if (!error) assert.equal(status, 0, `${program}: ${stderr}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
