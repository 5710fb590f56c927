import { ProviderRpcError } from 'ox/Provider'

/** An error as a provider throws it: https://eips.ethereum.org/EIPS/eip-1193#rpc-errors */
export class WalletError extends ProviderRpcError {
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(code, message)
    this.data = data
  }
}

/** EIP-1193: the payer said no. */
export function refused(): WalletError {
  return new WalletError(4001, 'The user refused the request.')
}

/** EIP-1193: this site is not connected, or to another account. */
export function unauthorised(message: string): WalletError {
  return new WalletError(4100, message)
}

/** EIP-1193: the wallet does not do this. */
export function unsupported(method: string): WalletError {
  return new WalletError(4200, `The demo wallet does not support ${method}.`)
}

/** EIP-1193: the chain cannot be reached. */
export function disconnected(message: string): WalletError {
  return new WalletError(4900, message)
}

/** EIP-3326: the wallet has to be told of the chain first. The words are those of other wallets. */
export function unknownChain(chainId: number): WalletError {
  return new WalletError(
    4902,
    `Unrecognized chain ID "0x${chainId.toString(16)}". Try adding the chain using wallet_addEthereumChain first.`,
  )
}

/** EIP-1474: a question is open already. */
export function busy(): WalletError {
  return new WalletError(-32002, 'The demo wallet already shows a question: answer that one first.')
}

/** JSON-RPC 2.0: not a request at all. */
export function invalidRequest(message: string): WalletError {
  return new WalletError(-32600, message)
}

/** EIP-1474: the parameters are not what the method takes. */
export function invalidParams(message: string): WalletError {
  return new WalletError(-32602, message)
}

/** Any failure as a provider may throw it. */
export function internal(cause: unknown): WalletError {
  // viem wraps what the node said; the node's own code and words stand below.
  for (let at: unknown = cause; at instanceof Error; at = at.cause) {
    if (at instanceof WalletError) return at
  }
  const message = cause instanceof Error ? cause.message : String(cause)
  return new WalletError(-32603, message)
}
