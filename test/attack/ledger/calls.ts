import { type Address, type Hex, hashMessage, keccak256, toHex } from 'viem'
import { formatAmount, parseAmount } from '../../../src/amount.ts'
import { createPaymentMessage } from '../../../src/api/signed-messages.ts'
import type { Dice } from '../../fault/dice.ts'
import { chainId, coin, decimalsOf, people, signatureOf, wallets } from './cast.ts'
import { listCoin, listMovements, type Tx } from './chain.ts'
import { rubbishSignature } from './node.ts'
import type { ModelCharge } from './scene.ts'
import { expiryMs } from './service.ts'
import type { World } from './world.ts'

// What merchants, payers and strangers ask of the service.

/** Wei that a charge in coin asks for. */
const coinPrices = [5_000_000n, 7_000_000n, 2n]

export async function createCharge(
  { service, charges, time }: World,
  [token, recipient]: readonly [Address, Address],
  dice: Dice,
): Promise<void> {
  const dollars = String(1 + dice.below(9))
  const amount = token === coin ? dice.pick(coinPrices) : parseAmount(dollars, decimalsOf(token))
  const tokenAmount = token === coin ? { tokenAmount: formatAmount(amount, 18) } : {}
  const { status, body } = await service.call('POST', '/charges', {
    ...{ pricing_type: 'fixed_price', local_price: { amount: dollars } },
    requestProps: {
      ...{ chainId: `${chainId}`, recipientAddress: recipient, tokenAddress: token },
      ...tokenAmount,
    },
  })
  // No node answers at the moment.
  if (status === 503) return
  if (status !== 201) throw new Error(`A charge was not created: ${JSON.stringify(body)}`)
  const { id, reference } = body.data as { id: string; reference: string }
  const [createdAt, expiresAt] = [time.chainNow, time.chainNow + expiryMs]
  charges.push({
    ...{ id, reference, token, recipient, amount, createdAt, expiresAt },
    ...{ reserved: [], isCanceled: false },
  })
}

/** Somebody says that a transaction pays a charge: who sent it, or anybody else; with a signature, or with rubbish. */
export async function report(world: World, dice: Dice): Promise<void> {
  const { charges, chain, service } = world
  if (charges.length === 0) return
  const charge = dice.pick(charges)
  const latest = [...chain.known.values()].slice(-40)
  const tx = latest.length > 0 && !dice.chance(8) ? dice.pick(latest) : undefined
  const hash = tx?.hash ?? keccak256(toHex(`no transaction ${dice.below(1e6)}`))
  const [signer, signature] = await sign(dice, charge, tx)
  // What was signed is public from here on, whatever the reply is.
  if (signer && tx) {
    const key = `${hash} ${signer}`
    world.signed.set(key, (world.signed.get(key) ?? new Set()).add(charge.id))
  }
  const body = { hash, chainId: `${chainId}`, tokenAddress: charge.token }
  // The merchant's own key decides.
  const isPayer = !dice.chance(8)
  if (!isPayer) world.decided.add(`${hash} ${charge.id}`)
  const path = `/charges/${charge.id}/payments`
  const signed = { ...body, ...(signature && { signature }) }
  const reply = await service.call('POST', path, signed, isPayer)
  if (tx) world.reported.add(hash)
  world.tell(
    `reported ${hash.slice(0, 10)} for ${world.nameOf(charge.reference)}, signed by ${signer ?? 'nobody'}, by ${isPayer ? 'a payer' : 'the merchant'}: ${reply.status}`,
  )
}

async function sign(
  dice: Dice,
  { reference, recipient }: ModelCharge,
  tx: Tx | undefined,
): Promise<[Address | undefined, Hex | undefined]> {
  const choice = dice.below(10)
  if (choice < 5 || !tx) return [undefined, undefined]
  if (choice === 5) return [undefined, rubbishSignature]
  const movements = listMovements(tx)
  const { from: signer } = movements.length > 0 ? dice.pick(movements) : tx
  const message = createPaymentMessage({ reference, recipient, chainId, hash: tx.hash })
  const person = people.find(({ address }) => address.toLowerCase() === signer)
  if (person) return [signer, await person.signMessage({ message })]
  if (wallets.includes(signer)) return [signer, signatureOf(signer, hashMessage(message))]
  return [undefined, undefined]
}

export async function reserve(world: World, dice: Dice): Promise<void> {
  const { charges, service } = world
  if (charges.length === 0) return
  const charge = dice.pick(charges)
  const body = { chainId: `${chainId}`, tokenAddress: charge.token }
  const path = `/charges/${charge.id}/reserved-amounts`
  const reply = await service.call('POST', path, body)
  if (reply.status !== 200) return
  const data = (reply.body.data ?? reply.body) as { amount: string }
  const amount = parseAmount(data.amount, decimalsOf(charge.token))
  if (!charge.reserved.includes(amount)) charge.reserved.push(amount)
  world.tell(`reserved ${amount} for ${world.nameOf(charge.reference)}`)
}

export async function cancel(world: World, dice: Dice): Promise<void> {
  const { charges, service } = world
  if (charges.length === 0) return
  const charge = dice.pick(charges)
  const { status } = await service.call('POST', `/charges/${charge.id}/cancel`)
  charge.isCanceled ||= status === 200
  world.tell(`canceled ${world.nameOf(charge.reference)}: ${status}`)
}

interface Unmatched {
  uuid: string
  hash: Hex
  amount: string
  tokenAddress: string
  recipientAddress: string
}

/** Wei that a recipient got by a transaction. */
function sumCoin({ chain }: World, { hash, recipientAddress }: Unmatched): bigint {
  const tx = chain.known.get(hash)
  return (tx ? listCoin(tx) : [])
    .filter(({ from, to }) => to === recipientAddress.toLowerCase() && from !== to)
    .reduce((sum, { amount }) => sum + amount, 0n)
}

/** The merchant decides whose an unmatched transfer is. */
export async function decide(world: World, dice: Dice): Promise<void> {
  const { charges, service, assigned } = world
  const [shown, dust] = [
    await service.call('GET', '/unmatched-payments?limit=20'),
    await service.call('GET', '/unmatched-payments?limit=20&hidden=true'),
  ]
  const list = [shown, dust].flatMap(({ body }) => (body.data ?? []) as Unmatched[])
  if (list.length === 0 || charges.length === 0) return
  const one = dice.pick(list)
  if (dice.chance(30)) {
    const { status } = await service.call('POST', `/unmatched-payments/${one.uuid}/ignore`)
    return world.tell(`ignored ${one.uuid}: ${status}`)
  }
  const suitable = charges.filter(({ token }) => token === one.tokenAddress.toLowerCase())
  const charge = dice.pick(suitable.length > 0 ? suitable : charges)
  // An amount that no node shows is read from the own books.
  const arrived = one.amount === '' ? sumCoin(world, one) : undefined
  if (arrived === 0n) return
  const { status } = await service.call('POST', `/unmatched-payments/${one.uuid}/assign`, {
    chargeUuid: charge.id,
    ...(arrived !== undefined && { amount: formatAmount(arrived, 18) }),
  })
  if (status === 200) assigned.set(one.uuid, charge.id)
  world.tell(`assigned ${one.uuid} to ${world.nameOf(charge.reference)}: ${status}`)
}
