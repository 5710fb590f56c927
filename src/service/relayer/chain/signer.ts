import {
  type Address,
  type Hex,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  type TransactionSerializedEIP1559,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { RelaySigner, UnsignedRelay } from '../records.ts'
import { encodeAuthorization } from './relays.ts'

/** The milliseconds within which an external signer has to answer. */
const signerTimeoutMs = 10_000

/** Creates the signer of private keys that this process holds. */
export function createKeySigner(keys: readonly Hex[]): RelaySigner {
  const accounts = new Map(
    keys.map((key) => privateKeyToAccount(key)).map((account) => [account.address, account]),
  )
  return {
    accounts: [...accounts.keys()],
    async sign(transaction) {
      const account = accounts.get(transaction.account as Address)
      if (!account) throw new Error(`There is no key for ${transaction.account}.`)
      const raw = await account.signTransaction(toTransaction(transaction))
      return { raw, hash: keccak256(raw) }
    },
  }
}

/**
 * Creates the signer of keys that another program holds, which is asked by JSON-RPC (`eth_signTransaction`), such as Web3signer in
 * front of a key management service. The signed transaction is compared with the request.
 */
export function createRemoteSigner(url: string, accounts: readonly string[]): RelaySigner {
  return {
    accounts,
    async sign(unsigned) {
      const transaction = toTransaction(unsigned)
      const hex = (value: bigint | number) => `0x${value.toString(16)}`
      const params = [
        {
          from: unsigned.account,
          to: transaction.to,
          value: '0x0',
          data: transaction.data,
          nonce: hex(transaction.nonce),
          gas: hex(transaction.gas),
          maxFeePerGas: hex(transaction.maxFeePerGas),
          maxPriorityFeePerGas: hex(transaction.maxPriorityFeePerGas),
          chainId: hex(transaction.chainId),
        },
      ]
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_signTransaction', params }),
        signal: AbortSignal.timeout(signerTimeoutMs),
      })
      const { result, error } = (await response.json()) as {
        result?: Hex | { raw: Hex }
        error?: { message?: string }
      }
      const raw = typeof result === 'object' ? result.raw : result
      if (!raw) throw new Error(`The signer refused: ${error?.message ?? response.status}`)
      await checkSigned(raw, unsigned)
      return { raw, hash: keccak256(raw) }
    },
  }
}

/** Throws where a signer has signed something else than it was asked for, or with another key. */
async function checkSigned(raw: Hex, unsigned: UnsignedRelay): Promise<void> {
  const expected = toTransaction(unsigned)
  const signed = parseTransaction(raw)
  const isSame =
    signed.type === 'eip1559' &&
    signed.chainId === expected.chainId &&
    (signed.nonce ?? 0) === expected.nonce &&
    signed.to?.toLowerCase() === expected.to.toLowerCase() &&
    (signed.data ?? '0x') === expected.data &&
    (signed.value ?? 0n) === 0n &&
    signed.gas === expected.gas &&
    signed.maxFeePerGas === expected.maxFeePerGas &&
    (signed.maxPriorityFeePerGas ?? 0n) === expected.maxPriorityFeePerGas
  const signer = await recoverTransactionAddress({
    serializedTransaction: raw as TransactionSerializedEIP1559,
  })
  if (!isSame || signer.toLowerCase() !== unsigned.account.toLowerCase())
    throw new Error('The signer has signed a different transaction.')
}

/** Returns the transaction to sign: the authorization's call to its token, or a transfer of nothing to the account itself. */
function toTransaction({ chainId, account, nonce, authorization, gas, fees }: UnsignedRelay) {
  return {
    type: 'eip1559' as const,
    chainId,
    nonce,
    to: (authorization?.token ?? account) as Address,
    data: authorization ? encodeAuthorization(authorization) : ('0x' as const),
    value: 0n,
    gas,
    ...fees,
  }
}
