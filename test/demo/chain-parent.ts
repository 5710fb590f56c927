/** A process that starts a chain and waits to be killed, for chain.test.ts. */
import { startAnvil } from '../../demo/chain/anvil.ts'

const anvil = await startAnvil({ port: 0, statePath: process.argv[2]!, stateInterval: 3_600 })
process.stdout.write(anvil.rpcUrl)
