/** A token that is pegged to the US dollar: its price in dollars is its amount. */
export interface DollarToken {
  /** The EIP-155 chain id. */
  chainId: number
  symbol: string
  address: string
  decimals: number
}

const createUsdToken = (
  chainId: number,
  symbol: string,
  address: string,
  decimals = 6,
): DollarToken => ({ chainId, symbol, address, decimals })

/**
 * Dollar tokens that need no configuration, with the addresses that their issuers publish. The service prices charges
 * in them, and a page that pins where money may go checks their amounts.
 */
export const dollarTokens: readonly DollarToken[] = [
  // USDC, https://developers.circle.com/stablecoins/usdc-contract-addresses
  createUsdToken(1, 'USDC', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'),
  createUsdToken(10, 'USDC', '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85'),
  createUsdToken(137, 'USDC', '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359'),
  createUsdToken(324, 'USDC', '0x1d17CBcF0D6D143135aE902365D2E5e2A16538D4'),
  createUsdToken(8453, 'USDC', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'),
  createUsdToken(42161, 'USDC', '0xaf88d065e77c8cC2239327C5EDb3A432268e5831'),
  createUsdToken(42220, 'USDC', '0xcebA9300f2b948710d2653dD7B07f33A8B32118C'),
  createUsdToken(43114, 'USDC', '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E'),
  createUsdToken(59144, 'USDC', '0x176211869cA2b568f2A7D4EE941E073a821EE1ff'),
  createUsdToken(43113, 'USDC', '0x5425890298aed601595a70AB815c96711a31Bc65'),
  createUsdToken(80002, 'USDC', '0x41E94Eb019C0762f9Bfcf9Fb1E58725BfB0e7582'),
  createUsdToken(84532, 'USDC', '0x036CbD53842c5426634e7929541eC2318f3dCF7e'),
  createUsdToken(421614, 'USDC', '0x75faf114eafb1BDbe2F0316DF893fd58CE46AA4d'),
  createUsdToken(11155111, 'USDC', '0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238'),
  createUsdToken(11155420, 'USDC', '0x5fd84259d66Cd46123540766Be93DFE6D43130D7'),
  // USDT, https://tether.to/en/supported-protocols
  createUsdToken(1, 'USDT', '0xdAC17F958D2ee523a2206206994597C13D831ec7'),
  createUsdToken(42220, 'USDT', '0x48065fbBE25f71C9282ddf5e1cD6D6A887483D5e'),
  createUsdToken(43114, 'USDT', '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7'),
  // USDT as issued by the chains' bridges and by exchanges
  createUsdToken(10, 'USDT', '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58'),
  createUsdToken(56, 'USDT', '0x55d398326f99059fF775485246999027B3197955', 18),
  createUsdToken(137, 'USDT', '0xc2132D05D31c914a87C6611C10748AEb04B58e8F'),
  createUsdToken(42161, 'USDT', '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9'),
]
