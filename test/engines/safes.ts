import { demoAccount } from '../../demo/chain/accounts.ts'
import type { LocalChain } from '../support/local-chain.ts'
import { deploySafe } from '../support/safe.ts'
import { type Ask, createSafeWallet } from '../support/smart-wallets.ts'
import type { Give } from './payers.ts'

/** The indexes of the owners among the chain's own accounts. Both have to sign. */
const owners = [5, 6]

/** What browsers ask for Safes, which they name by their numbers. */
export function answerForSafes(chain: LocalChain, give: Give) {
  const safes: ReturnType<typeof createSafeWallet>[] = []
  let last: Promise<unknown> = Promise.resolve()
  /** The owners and the deployer are the same for all, so they send one transaction after the other. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
  const find = (number: number) => {
    const found = safes[number]
    if (!found) throw new RangeError(`There is no Safe ${number}.`)
    return found
  }
  return {
    openSafe: () =>
      inTurn(async () => {
        const safe = await deploySafe(chain, owners.map(demoAccount), owners.length)
        await give(safe.address)
        return { safe: safes.push(createSafeWallet(chain, safe)) - 1 }
      }),
    /** Answers as the Safe's app does. An error is an answer, too. */
    async askSafe({ safe, ask }: { safe: number; ask: Ask }) {
      try {
        return { result: await find(safe).request(ask) }
      } catch (cause) {
        const { code = -32_603, message } = cause as { code?: number; message: string }
        return { error: { code, message } }
      }
    },
    /** The owners sign what the Safe was asked for, and the last of them executes it. */
    executeSafe: ({ safe }: { safe: number }) => inTurn(() => find(safe).execute(owners)),
  }
}
