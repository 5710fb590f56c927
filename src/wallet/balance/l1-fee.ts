import { type Address, type Client, concatHex, type Hex, size } from 'viem'
import { findChainDetails } from '../../api/chains/chain-details.ts'
import { readContract } from '../read.ts'

// In addition to gas, rollups charge for the space that a transaction takes on Ethereum (the L1 fee). On the OP Stack and on Scroll
// eth_estimateGas does not include it; on Arbitrum, ZKsync and Linea the gas includes it.

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
 * The most bytes that an EIP-1559 transaction has around its calldata: type 1, list 3, chain 5, nonce 4, two prices
 * of 8, gas 4, recipient 21, value 13, calldata's length 3, access list 1.
 */
export const envelopeSize = 71
/** The bytes of a signature: parity 1, r and s 33 each. */
export const signatureSize = 67

/**
 * Reads the most that a chain charges for a transaction's data on L1, in wei. Returns 0n where the chain charges
 * nothing or cannot be asked.
 *
 * @param data the transaction's calldata
 */
export async function readL1Fee(client: Client, chainId: number, data: Hex): Promise<bigint> {
  const l1Fee = client.chain?.contracts?.gasPriceOracle ? 'op' : findChainDetails(chainId)?.[2]
  const readFee = l1Fee && { op: readOpStackFee, scroll: readScrollFee }[l1Fee]
  // It is a small part of the fee. A failed read must not stop a payer, because the wallet checks the fee itself.
  return (await readFee?.(client, data).catch(() => 0n)) ?? 0n
}

async function readOpStackFee(client: Client, data: Hex): Promise<bigint> {
  const oracle = { address: opOracle, abi: oracleAbi }
  const length = BigInt(envelopeSize + size(data))
  // Since Fjord: https://specs.optimism.io/protocol/fjord/predeploys.html#gaspriceoracle
  return readContract(client, {
    ...oracle,
    functionName: 'getL1FeeUpperBound',
    args: [length],
  }).catch(
    // Both functions add the signature's size themselves.
    () =>
      readContract(client, {
        ...oracle,
        functionName: 'getL1Fee',
        args: [padToTransactionSize(data)],
      }),
  )
}

function readScrollFee(client: Client, data: Hex): Promise<bigint> {
  const args = [padToTransactionSize(data, signatureSize)] as const
  return readContract(client, {
    address: scrollOracle,
    abi: oracleAbi,
    functionName: 'getL1Fee',
    args,
  })
}

/**
 * Pads calldata to the length of the whole transaction. The padding has no zero bytes, because non-zero bytes cost
 * the most.
 */
function padToTransactionSize(data: Hex, extraBytes = 0): Hex {
  return concatHex([`0x${'ff'.repeat(envelopeSize + extraBytes)}`, data])
}
