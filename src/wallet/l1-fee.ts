import { type Address, type Client, concatHex, type Hex, size } from 'viem'
import { readView } from './read.ts'

// Rollups charge for the room that a transaction takes on Ethereum, beside its gas. eth_estimateGas tells nothing of it
// on the OP stack and on Scroll; Arbitrum, ZKsync and Linea have it in their gas.

/**
 * Chains of the OP stack. Celo is one, and its L1 fee is always zero:
 * https://docs.celo.org/specs/transaction-fees#zero-l1--operator-fees
 */
const opStack = [10, 8453, 84_532, 11_155_420]
const scroll = [534_351, 534_352]

/** https://specs.optimism.io/protocol/predeploys.html#gaspriceoracle */
const opOracle: Address = '0x420000000000000000000000000000000000000F'
/** https://docs.scroll.io/en/developers/transaction-fees-on-scroll/ */
const scrollOracle: Address = '0x5300000000000000000000000000000000000002'

const uint256 = [{ name: '', type: 'uint256' }] as const
const oracleAbi = [
  {
    type: 'function',
    name: 'getL1FeeUpperBound',
    stateMutability: 'view',
    inputs: [{ name: 'unsignedTxSize', type: 'uint256' }],
    outputs: uint256,
  },
  {
    type: 'function',
    name: 'getL1Fee',
    stateMutability: 'view',
    inputs: [{ name: 'data', type: 'bytes' }],
    outputs: uint256,
  },
] as const

/**
 * Bytes of an EIP-1559 transaction around its calldata, at most: type 1, list 3, chain 5, nonce 4, two prices of 8, gas 4,
 * recipient 21, value 13, calldata's length 3, access list 1.
 */
export const envelopeSize = 71
/** Parity 1, and r and s of 33 each. */
export const signatureSize = 67

/**
 * What a chain charges at most for the transaction's data on L1, in wei; 0n where it charges none, or does not say.
 *
 * @param data the transaction's calldata
 */
export async function readL1Fee(client: Client, chainId: number, data: Hex): Promise<bigint> {
  const isOptimism = opStack.includes(chainId) || client.chain?.contracts?.gasPriceOracle
  const read = isOptimism ? readOptimism : scroll.includes(chainId) ? readScroll : undefined
  // A small part of the fee, and not worth stopping a payer for: the wallet has the last word.
  return (await read?.(client, data).catch(() => 0n)) ?? 0n
}

async function readOptimism(client: Client, data: Hex): Promise<bigint> {
  const oracle = { address: opOracle, abi: oracleAbi }
  const length = BigInt(envelopeSize + size(data))
  // Since Fjord: https://specs.optimism.io/protocol/fjord/predeploys.html#gaspriceoracle
  return readView(client, { ...oracle, functionName: 'getL1FeeUpperBound', args: [length] }).catch(
    // Both add the signature by themselves.
    () => readView(client, { ...oracle, functionName: 'getL1Fee', args: [framed(data)] }),
  )
}

function readScroll(client: Client, data: Hex): Promise<bigint> {
  const args = [framed(data, signatureSize)] as const
  return readView(client, { address: scrollOracle, abi: oracleAbi, functionName: 'getL1Fee', args })
}

/** As long as the transaction, of bytes that cost the most: none is zero but in the calldata itself. */
function framed(data: Hex, more = 0): Hex {
  return concatHex([`0x${'ff'.repeat(envelopeSize + more)}`, data])
}
