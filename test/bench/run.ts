import { parseArgs } from 'node:util'
import { benchFalseHashes } from './false-hashes.ts'
import { benchHealth } from './health.ts'
import { profileWidget } from './profile.ts'
import { benchRpc } from './rpc.ts'
import { benchService } from './service.ts'
import { benchWidget, widgetParts } from './widget/run.ts'

// `npm run bench` for the widget, `npm run bench -- price` and so on for a part of that, `npm run bench -- profile` for
// what keeps the price waiting; `npm run bench -- service` for the service, `npm run bench -- service writes` for a part of
// that, `npm run bench -- false-hashes` and `npm run bench -- health` for the service under attack, `npm run bench -- rpc` for what
// the watcher asks of nodes: figures, never verdicts. Quote medians and ratios; machines differ.

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '9' },
    variant: { type: 'string' },
    minutes: { type: 'string', default: '10' },
    charges: { type: 'string', default: '1000000' },
    'shared-buffers': { type: 'string', default: '128MB' },
    hashes: { type: 'string', default: '10000' },
  },
})
const [first] = positionals

if (first === 'service') {
  await benchService({
    minutes: Number(values.minutes),
    charges: Number(values.charges),
    sharedBuffers: values['shared-buffers'],
    parts: positionals.slice(1),
  })
} else if (first === 'false-hashes') {
  await benchFalseHashes({ hashes: Number(values.hashes) })
} else if (first === 'health') {
  await benchHealth()
} else if (first === 'rpc') {
  await benchRpc()
} else if (first === 'profile') {
  await profileWidget(values.variant)
} else {
  const unknown = positionals.find((name) => !widgetParts.includes(name))
  if (unknown)
    throw new Error(
      `There is no ${unknown} to measure: profile, service, false-hashes, health, rpc or ${widgetParts.join(', ')}.`,
    )
  await benchWidget(first ? positionals : widgetParts, Number(values.rounds))
}
