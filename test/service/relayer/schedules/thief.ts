import { concatHex, numberToHex, stringToHex } from 'viem'
import { erc8021Marker } from '../../../../src/api/erc8021.ts'
import type { SignedAuthorization } from '../../../../src/service/chain/types/authorizations.ts'
import type { ChargeRecord } from '../../../../src/service/charges/records.ts'
import type { Dice } from '../../../support/dice.ts'
import { outsider, thief, thiefContract } from './actors.ts'
import { type Chain, chainId, meantCharge, shop, signFor, token } from './chain.ts'
import { type Door, protocols, toPayment } from './programs.ts'

// A stranger in the schedules of the relayer, who has seen what others have signed. He sends it himself, by his account or by a
// contract of his own, and hands it in for orders of his own. All that he does, he does before, between and after its owner.

export interface ThiefWorld {
  chain: Chain
  dice: Dice
  /** His orders, at the shop that the others pay. */
  charges: readonly ChargeRecord[]
  nonceOf(charge: ChargeRecord): string
  /** What he has seen of others, beside the mempool. */
  listSeen(): readonly SignedAuthorization[]
  /** The page of a charge, for programs. */
  pickDoor(): Door
  /** The endpoint for what a page has signed. */
  submit(chargeId: string, authorization: SignedAuthorization): Promise<unknown>
  /** The endpoint for the hash of a payment. */
  report(chargeId: string, hash: string): Promise<unknown>
}

/** Creates him. */
export function createThief(world: ThiefWorld) {
  const { chain, dice } = world
  const sent: string[] = []
  let forwarded = 0
  const pickOrder = () => dice.pick(world.charges)
  /** Half of the time he takes what waits in the mempool: nobody has used that yet. */
  function pickSeen(): SignedAuthorization | undefined {
    const waiting = chain.listWaiting().flatMap(({ authorizations }) => authorizations)
    const seen = [waiting, world.listSeen()]
      .map((list) => list.filter(({ from }) => from !== thief))
      .filter((list) => list.length > 0)
    return seen.length > 0 ? dice.pick(dice.pick(seen)) : undefined
  }

  /** Calldata that names his own order, as an ordinary payment of it does. */
  function nameOrder({ reference }: ChargeRecord) {
    const code = [stringToHex(reference), numberToHex(reference.length, { size: 1 })] as const
    return concatHex(['0xe3ee160e', ...code, '0x00', `0x${erc8021Marker}`])
  }

  /** A coin of his own, signed with the nonce of his order: it is to make what moves beside it a payment of that, too. */
  function signCoin(order: ChargeRecord): SignedAuthorization {
    return chain.sign({
      ...({ chainId, token, from: thief, recipient: shop, value: 1n, validAfter: 0n } as const),
      ...{ validBefore: BigInt(chain.time() + 80_000), nonce: world.nonceOf(order) },
      signature: signFor(order.id, 'a coin of his own'),
    })
  }

  /** He sends what others have signed: one by his account, or several by his contract. */
  function forward() {
    const [first, second] = [pickSeen(), pickSeen()]
    if (!first || !second) return
    const [order, isFirst] = [pickOrder(), dice.chance(0.7)]
    const own = { account: thief, input: nameOrder(order), isFirst }
    const authorizations = [
      ...(dice.chance(0.3) ? [signCoin(order)] : []),
      first,
      ...(second.nonce === first.nonce ? [] : [second]),
    ]
    sent.push(
      dice.chance(0.5)
        ? chain.send({ ...own, to: token, authorizations: [first] })
        : chain.send({
            ...own,
            to: thiefContract,
            authorizations,
            decoyNonce: world.nonceOf(order),
          }),
    )
    forwarded += 1
  }

  /** He hands in what another account has signed, as it is or with a word changed, for one of his orders or for its own charge. */
  async function handIn() {
    const seen = pickSeen()
    if (!seen) return
    const validBefore = seen.validBefore + (dice.chance(0.2) ? 60n : 0n)
    const authorization = { ...seen, validBefore }
    const ids = world.charges.map(({ id }) => id)
    const isOwn = seen.from === outsider || dice.chance(0.8)
    const chargeId = isOwn ? dice.pick(ids) : meantCharge(seen)
    if (dice.chance(0.3)) await world.submit(chargeId, authorization)
    else await world.pickDoor()(chargeId, toPayment(authorization, dice.pick(protocols)))
  }

  /** He reports a transaction, his own or another's, for one of his orders. */
  async function report() {
    const others = [...chain.mined(), ...chain.listWaiting()].map(({ hash }) => hash)
    const hashes = dice.chance(0.6) && sent.length > 0 ? sent : others
    if (hashes.length > 0) await world.report(pickOrder().id, dice.pick(hashes))
  }

  return {
    /** How often he has sent something. */
    get forwarded() {
      return forwarded
    },
    async act() {
      await dice.pick([forward, forward, handIn, handIn, report])()
    },
  }
}
