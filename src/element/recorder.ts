import { formatAmount, parseAmount } from '../amount.ts'
import { call } from '../api/call.ts'
import { addPayment, getPayment, reserveAmount } from '../api/payment-route.ts'
import type { Deal } from '../checkout/deal.ts'
import { dealsOf, inPair, isSamePair } from '../checkout/pairs.ts'
import type { Reservation, Shop } from '../checkout/ports.ts'
import { paymentOf, updateDeal } from '../checkout/settlement.ts'
import { PayError } from '../errors.ts'
import { getCharge, knownCharge, loadDeal, proxyTransport, readDeal, type Source } from './shop.ts'

/** The merchant's proxy, as the checkout sees it. `source` is read at each call: settings may change. */
export function createShop(source: () => Source): Shop {
  const transport = (retries: number) => {
    const { settings, fetch } = source()
    return proxyTransport(settings.proxy, fetch, retries)
  }
  return {
    load: (signal, anew) => loadDeal(source(), signal, anew),
    chargeId: () => knownCharge(source(), true),
    earlierChargeId: () => source().purchase.earlier,
    async refresh(deal, signal) {
      const { id } = deal.charge
      if (deal.quote.expiresAt === undefined)
        return updateDeal(deal, await getCharge(transport(2), id, signal))
      const { settings } = source()
      return inTerms(deal, await readDeal(transport(2), settings, id, signal, deal.charge))
    },
    async record(deal, hash, signal, signature) {
      const { chainId, token } = deal.quote
      const body = {
        hash,
        chainId: String(chainId),
        tokenAddress: token.address,
        ...(signature !== undefined && { signature }),
      }
      const input = { params: { uuid: deal.charge.id }, body, signal, keepalive: true }
      try {
        // No tries of its own: whoever records a hash repeats it for ever.
        return (await call(transport(0), addPayment, input)).data
      } catch (cause) {
        if (!(cause instanceof PayError) || cause.code !== 'conflict') throw cause
        // It may be the answer to our own earlier report.
        if (await isOurs(this, deal, hash, cause, signal)) return undefined
        const text = 'This transaction is already recorded for another charge.'
        throw new PayError('conflict', text, { cause, status: 409 })
      }
    },
    async status(deal, hash, signal) {
      const input = { params: { uuid: deal.charge.id, hash }, signal }
      return (await call(transport(0), getPayment, input)).data
    },
    async reserve(deal, signal) {
      const { chainId, token, amount } = deal.quote
      const body = {
        chainId: String(chainId),
        tokenAddress: token.address,
        // What the payer has named; of a price the service knows what is owed.
        ...(deal.price === 0n && { amount: formatAmount(amount, token.decimals) }),
      }
      const input = { params: { uuid: deal.charge.id }, body, signal }
      const { data } = await call(transport(2), reserveAmount, input)
      return checkReserved(deal, data)
    },
  }
}

/** True when the charge itself has the hash: the service says so, or how it stands, or lists it. */
async function isOurs(
  shop: Shop,
  deal: Deal,
  hash: string,
  { details }: PayError,
  signal: AbortSignal,
): Promise<boolean> {
  const { chargeUuid } = Object(details) as { chargeUuid?: unknown }
  if (chargeUuid !== undefined) return chargeUuid === deal.charge.id
  try {
    await shop.status(deal, hash, signal)
    return true
  } catch (cause) {
    if (!(cause instanceof PayError) || cause.code !== 'not_found') throw cause
    // Also of a service that has no such route.
    return paymentOf((await shop.refresh(deal, signal)).charge, hash) !== undefined
  }
}

/** The charge as it is now, in the chain and token of a deal. */
function inTerms(deal: Deal, fresh: Deal): Deal {
  const { passed, quote, price } = deal
  if (isSamePair(quote, fresh.quote)) return { ...fresh, passed }
  const offered = dealsOf(fresh).find((one) => isSamePair(one.quote, quote))
  return { ...(offered ?? inPair(fresh, { ...quote, price })), passed }
}

/** What was reserved is for this very place, and not less than is owed. */
function checkReserved(
  { quote }: Deal,
  reserved: { chainId: string; tokenAddress: string; recipientAddress: string } & {
    amount: string
    expiresAt: string
  },
): Reservation {
  const { chainId, tokenAddress, recipientAddress } = reserved
  const isHere =
    Number(chainId) === quote.chainId &&
    tokenAddress.toLowerCase() === quote.token.address.toLowerCase() &&
    recipientAddress.toLowerCase() === quote.recipient.toLowerCase()
  if (!isHere)
    throw new PayError('invalid_reply', 'The reserved amount is for another place.', {
      field: 'recipientAddress',
    })
  const amount = parseAmount(reserved.amount, quote.token.decimals)
  // A part was paid meanwhile: the charge is read anew.
  if (amount < quote.amount)
    throw new PayError('conflict', 'Less is owed now.', { details: { reason: 'not_payable' } })
  return { amount, expiresAt: Date.parse(reserved.expiresAt) }
}
