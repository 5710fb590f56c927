// What an honest service says through the merchant's proxy, and what is true of it. A mutation changes the replies only.

export const chargeId = '3c90c3cc-0d44-4b50-8888-8dd25736052a'
export const merchant = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'
export const attacker = '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955'
export const native = `0x${'0'.repeat(40)}`

/** Tokens as they are on the chain, with the value of one of them in dollars. */
export const tokens = {
  dusd: { address: '0x5FbDB2315678afecb367f032d93F642f64180aa3', decimals: 6, value: 1 },
  daid: { address: '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512', decimals: 18, value: 1 },
  wbtc: { address: '0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0', decimals: 8, value: 60_000 },
  coin: { address: native, decimals: 18, value: 2000 },
}

/** What the merchant's page pins. */
export const pins = {
  recipients: `eip155:31337:${merchant}`,
  maxRate: [
    `eip155:31337/erc20:${tokens.dusd.address} 1 6`,
    `eip155:31337/erc20:${tokens.daid.address} 1 18`,
    'eip155:31337/slip44:60 0.0005',
  ].join(', '),
}

const accepted = (
  token: { address: string; decimals: number },
  symbol: string,
  amount: string,
) => ({
  chainId: '31337',
  tokenAddress: token.address,
  tokenDecimals: token.decimals as unknown,
  tokenSymbol: symbol,
  tokenType: 'ERC20',
  tokenAmount: amount as unknown,
  recipientAddress: merchant as unknown,
})

/** Creates the honest replies of one charge. */
export function createReplies() {
  return {
    charge: {
      id: chargeId,
      hosted_url: `https://pay.example/${chargeId}`,
      created_at: '2026-11-20T10:00:00.000Z',
      pricing_type: 'fixed_price',
      reference: '5d0c1f2e3b4a59687786a5b4c3d2e1f0' as unknown,
      pricing: {
        local: { amount: '19.99', currency: 'USD' },
        settlement: { amount: '19.99', currency: 'DUSD' },
      } as { local: { amount: unknown; currency: unknown }; settlement: object } | null | undefined,
      payments: [] as unknown,
      expires_at: '2126-11-20T10:00:00.000Z' as unknown,
    },
    place: {
      uuid: chargeId,
      link: `https://pay.example/${chargeId}`,
      createdAt: '2026-11-20T10:00:00.000Z',
      tokenType: 'ERC20',
      tokenAmount: '19.99' as unknown,
      tokenAddress: tokens.dusd.address as unknown,
      tokenDecimals: 6 as unknown,
      tokenSymbol: 'DUSD' as unknown,
      chainId: '31337' as unknown,
      requestLink: { recipientAddress: merchant } as unknown,
      quoteExpiresAt: '2126-11-20T10:00:00.000Z' as unknown,
      accepts: [
        accepted(tokens.daid, 'DAID', '19.99'),
        accepted(tokens.coin, 'ETH', '0.009'),
      ] as unknown,
    } as Record<string, unknown>,
    /** What differs in the reserved amount's reply from what was asked for. */
    reservation: {} as Record<string, unknown>,
    /** What the merchant has signed of the reserved amount. */
    signedReservation: undefined as string | undefined,
    /** Whether the charge's reply leaves out where it is paid, so that the page asks for that by itself. */
    isSplit: false,
  }
}

export type Replies = ReturnType<typeof createReplies>

/** Answers a call of the page as the proxy would. */
export function answer(url: string, replies: Replies): Response {
  const { charge, place, reservation, isSplit } = replies
  if (url.includes('/request-charges/')) return Response.json(place)
  if (/\/payments$/.test(url)) return Response.json({}, { status: 201 })
  if (url.endsWith('/reserved-amounts')) {
    const { chainId, tokenAddress, requestLink, tokenAmount: amount } = place
    const { recipientAddress } = Object(requestLink)
    const expiresAt = '2126-11-20T10:00:00.000Z'
    const asked = { chainId, tokenAddress, recipientAddress, amount, expiresAt }
    const signed = replies.signedReservation && { signedReservation: replies.signedReservation }
    return Response.json({ ...asked, ...signed, ...reservation })
  }
  return Response.json({ data: charge, ...(!isSplit && { request_charge: place }) })
}
