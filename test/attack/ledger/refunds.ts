import { formatAmount, parseAmount } from '../../../src/amount.ts'
import type { Refund } from '../../../src/api/schemas/payments/refund.ts'
import { Dice } from '../../fault/dice.ts'
import { perform } from './acts.ts'
import { suffixOf, transferCall } from './calldata.ts'
import { chainId, coin, decimalsOf, passersby, people, recipients } from './cast.ts'
import type { Tx } from './chain.ts'
import { Violation } from './check.ts'
import { transferLog } from './effects.ts'
import type { World } from './world.ts'

/** A refund for which the merchant's wallet has sent a transfer of a token that names it. */
interface SentRefund {
  uuid: string
  amount: string
  tx: Tx
}

/** Lets merchants refund what was paid, among everything else that happens, and lets all be decided. */
export async function playRefunds(world: World, seed: number): Promise<SentRefund[]> {
  const dice = new Dice(seed)
  const sent: SentRefund[] = []
  for (let count = 0; count < 30; count += 1) {
    const one = dice.chance(50) ? await refund(world, dice) : undefined
    if (one) sent.push(one)
    await perform(world, 1 + dice.below(2 ** 31 - 2))
  }
  await world.settle()
  return sent
}

/** Each refund whose transfer is on the chain is known to be sent, once. */
export async function checkRefunds(
  { service, chain }: World,
  sent: readonly SentRefund[],
): Promise<void> {
  for (const { uuid, amount, tx } of sent) {
    if (!chain.blockOf(tx) || tx.hasReverted) continue
    const { body } = await service.call('GET', `/refunds/${uuid}`)
    const { status, hash, sentAmount } = body as unknown as Refund
    if (status !== 'COMPLETED' || hash !== tx.hash || sentAmount !== amount)
      throw new Violation(`refund ${uuid} is ${status} by ${hash}, and ${tx.hash} has sent it`)
  }
}

/** The merchant begins a refund and has a wallet send it: one that is paid by charges, or another. */
async function refund(world: World, dice: Dice): Promise<SentRefund | undefined> {
  const { charges, service } = world
  const charge = dice.pick(charges)
  const decimals = decimalsOf(charge.token)
  const part = formatAmount(1n + BigInt(dice.below(1_000_000)), decimals)
  const asset = { chainId: `${chainId}`, tokenAddress: charge.token }
  const body = { ...asset, ...(dice.chance(50) && { amount: part }) }
  const begun = await service.call('POST', `/charges/${charge.id}/refunds`, body)
  if (begun.status !== 201) return undefined
  const { uuid, reference, amount } = begun.body as unknown as Refund
  const to = dice.pick(passersby)
  await service.call('POST', `/refunds/${uuid}/approve`, { recipientAddress: to })
  const person = dice.pick(people).address.toLowerCase() as typeof to
  const from = dice.pick([charge.recipient, charge.recipient, dice.pick(recipients), person])
  const attempt = crypto.randomUUID()
  const asked = await service.call('POST', `/refunds/${uuid}/sign`, {
    senderAddress: from,
    attempt,
  })
  // No node answers at the moment; or a reorganization has taken the payment back.
  if (asked.status !== 200) return undefined
  const units = parseAmount(amount, decimals)
  const references = dice.chance(85) ? [reference] : []
  const isCoin = charge.token === coin
  const tx = world.send({
    from,
    ...(isCoin
      ? { to, value: units, input: suffixOf(references), steps: [] }
      : {
          ...{ to: charge.token, value: 0n, input: transferCall(to, units, references) },
          steps: [transferLog(charge.token, from, to, units)],
        }),
    hasReverted: dice.chance(6),
    named: new Map([[from, references]]),
    honest: [],
  })
  if (dice.chance(50)) await service.call('POST', `/refunds/${uuid}/transaction`, { hash: tx.hash })
  world.tell(`refunded ${amount} by ${world.describe(tx)}`)
  return isCoin || references.length === 0 ? undefined : { uuid, amount, tx }
}
