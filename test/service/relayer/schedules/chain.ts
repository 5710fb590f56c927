import { type Hex, pad, toEventSelector, toHex } from 'viem'
import type { SignedAuthorization } from '../../../../src/service/chain/types/authorizations.ts'
import type { TransactionLookup } from '../../../../src/service/chain/types/transactions.ts'
import type { TransferLog } from '../../../../src/service/chain/types/transfer-logs.ts'
import type { SlotKey } from '../../../../src/service/relayer/records.ts'
import type { Dice } from '../../../support/dice.ts'

// The chain in the schedules of the relayer: a token that takes each nonce of an account once (EIP-3009), a mempool that everybody
// reads, and blocks that a reorganization replaces.

export const chainId = 8453
export const token = '0x1111111111111111111111111111111111111111'
export const shop = '0x2222222222222222222222222222222222222222'
export const price = 100n

export interface SentTransaction extends SlotKey {
  hash: string
  fee: bigint
  to: string
  input: string
  /** What it carries out, in this order. */
  authorizations: readonly SignedAuthorization[]
  /** The charge that it pays as an ordinary transfer of its account. */
  pays?: string
  /** It goes before the others of its block: its sender has paid for that. */
  isFirst?: boolean
  /** A contract goes on where the token refuses one, and writes a log of its own before each that looks like the token's. */
  decoyNonce?: string
}

interface MinedTransaction extends SentTransaction {
  /** What the token has carried out. */
  done: readonly SignedAuthorization[]
  hasSucceeded: boolean
}

interface MinedBlock {
  hash: string
  time: number
  transactions: MinedTransaction[]
}

/** What left an account. */
export interface Debit {
  hash: string
  block: number
  from: string
  /** The charge that the account meant, as its signature says it. */
  chargeId: string
  /** Of an authorization; undefined for an ordinary transfer. */
  nonce: string | undefined
}

/** What an account sends by itself: its nonce and its hash are the chain's to give. */
export type OwnTransaction = Pick<SentTransaction, 'account' | 'to' | 'input'> &
  Partial<Pick<SentTransaction, 'authorizations' | 'pays' | 'isFirst' | 'decoyNonce'>>

export type Chain = ReturnType<typeof createChain>

const usedTopic = toEventSelector('AuthorizationUsed(address,bytes32)')
const transferTopic = toEventSelector('Transfer(address,address,uint256)')

export const toHash = (kind: string, count: number): Hex =>
  `0x${kind}${count.toString(16).padStart(63, '0')}`

/** A signature of this world: 65 bytes of text that begin with the charge that is meant. */
export const signFor = (chargeId: string, text: string): Hex =>
  toHex(`${chargeId} ${text}`.padEnd(65, '.'))

/** The charge that an account meant. */
export const meantCharge = ({ signature }: Pick<SignedAuthorization, 'signature'>): string =>
  String.fromCharCode(Number.parseInt(signature.slice(2, 4), 16))

const toTerms = (authorization: SignedAuthorization) =>
  [
    authorization.from,
    authorization.recipient,
    authorization.value,
    authorization.validAfter,
    authorization.validBefore,
    authorization.nonce,
    authorization.signature,
  ].join(' ')

/** Creates the chain. What the account of `isRefused` signs, the token does not take. */
export function createChain(
  dice: Dice,
  startedAt: number,
  isRefused: (authorization: SignedAuthorization) => boolean,
) {
  let hashes = 0
  const createBlock = (time: number): MinedBlock => ({
    ...{ hash: toHash('b', ++hashes), time, transactions: [] },
  })
  let blocks = [createBlock(startedAt)]
  let waiting: SentTransaction[] = []
  /** What was really signed. */
  const signed = new Set<string>()
  const raws = new Map<string, SentTransaction>()
  const mined = () => blocks.flatMap(({ transactions }) => transactions)
  const getNonce = (account: string, upTo = blocks.length) =>
    blocks
      .slice(0, upTo)
      .flatMap(({ transactions }) => transactions)
      .filter((tx) => tx.account === account).length
  const isUsed = (from: string, nonce: string, upTo = blocks.length - 1) =>
    blocks
      .slice(0, upTo + 1)
      .some(({ transactions }) =>
        transactions.some(({ done }) =>
          done.some((one) => one.from === from && one.nonce === nonce),
        ),
      )
  const time = () => blocks.at(-1)?.time ?? 0
  /** Whether the token takes an authorization after the transactions of a block. */
  const isTaken = (authorization: SignedAuthorization, block = blocks.length - 1) =>
    signed.has(toTerms(authorization)) &&
    BigInt(blocks[block]?.time ?? 0) < authorization.validBefore &&
    !isRefused(authorization) &&
    !isUsed(authorization.from, authorization.nonce, block)
  /** Adds a block. `share`: of the transactions that wait, as many go on waiting. */
  function addBlock(time: number, share: number) {
    const block = createBlock(time)
    blocks = [...blocks, block]
    const inOrder = waiting.toSorted(
      (a, b) => Number(b.isFirst ?? false) - Number(a.isFirst ?? false) || a.nonce - b.nonce,
    )
    for (const tx of inOrder) {
      if (tx.nonce !== getNonce(tx.account) || dice.chance(share)) continue
      const taken = tx.authorizations.filter((one) => isTaken(one))
      const isWhole = taken.length === tx.authorizations.length
      const hasSucceeded = isWhole || tx.decoyNonce !== undefined
      block.transactions.push({ ...tx, done: hasSucceeded ? taken : [], hasSucceeded })
    }
    waiting = waiting.filter((tx) => tx.nonce >= getNonce(tx.account))
  }
  const locate = (hash: string) => {
    const number = blocks.findIndex(({ transactions }) =>
      transactions.some((tx) => tx.hash === hash),
    )
    const tx = blocks[number]?.transactions.find((tx) => tx.hash === hash)
    return tx && { tx, number: BigInt(number), block: blocks[number] as MinedBlock }
  }
  return {
    raws,
    mined,
    isUsed,
    isTaken,
    time,
    getNonce,
    locate,
    head: () => BigInt(blocks.length - 1),
    timeOf: (block: number) => blocks[block]?.time ?? 0,
    blockAt: (number: bigint) => blocks[Number(number)],
    listBlocks: () => blocks,
    /** What waits is public. */
    listWaiting: (): readonly SentTransaction[] => waiting,
    /** An account signs: from then on the token knows the signature. Whoever changes a word of it has none. */
    sign<T extends SignedAuthorization>(authorization: T): T {
      signed.add(toTerms(authorization))
      return authorization
    },
    listDebits: (): Debit[] =>
      blocks.flatMap(({ transactions }, block) =>
        transactions.flatMap(({ hash, account, pays, done }) => [
          ...(pays === undefined
            ? []
            : [{ hash, block, from: account, chargeId: pays, nonce: undefined }]),
          ...done.map((one) => ({
            ...{ hash, block, from: one.from, chargeId: meantCharge(one), nonce: one.nonce },
          })),
        ]),
      ),
    /** An account sends a transaction of its own. Returns its hash. */
    send(transaction: OwnTransaction): string {
      const { account } = transaction
      let nonce = getNonce(account)
      while (waiting.some((tx) => tx.account === account && tx.nonce === nonce)) nonce += 1
      const hash = toHash('f', ++hashes)
      waiting = [...waiting, { authorizations: [], chainId, nonce, fee: 1n, hash, ...transaction }]
      return hash
    },
    forget: () => {
      waiting = []
    },
    mine(seconds = 5, share = 0.2) {
      addBlock(time() + seconds, share)
    },
    /** Replaces the newest blocks by others. What was in them waits again, or no node has kept it. */
    reorganize(depth = 1, isKept = true) {
      if (blocks.length < depth + 2) return
      const dropped = blocks.slice(-depth)
      blocks = blocks.slice(0, -depth)
      const transactions = dropped.flatMap(({ transactions }) => transactions)
      // What pays by itself is sent again by its wallet.
      const kept = transactions.filter((tx) => isKept || tx.pays !== undefined)
      waiting = [...kept, ...waiting]
      const isEmpty = dice.chance(0.5)
      for (const { time } of dropped) addBlock(time, isEmpty ? 1 : 0.6)
    },
    accept(raw: string) {
      const tx = raws.get(raw)
      if (!tx) throw new Error('The node cannot read it.')
      if (tx.nonce < getNonce(tx.account)) return
      const same = waiting.find(
        ({ account, nonce }) => account === tx.account && nonce === tx.nonce,
      )
      if (same && same.fee * 110n > tx.fee * 100n) return
      waiting = [...waiting.filter((other) => other !== same), tx]
    },
    /** A hash, as a node looks it up. */
    lookUp(hash: string): TransactionLookup {
      const found = locate(hash)
      const tx = found?.tx ?? waiting.find((tx) => tx.hash === hash)
      return {
        ...{ chainId, head: BigInt(blocks.length - 1), transaction: tx && toTransaction(tx) },
        receipt: found && {
          hasSucceeded: found.tx.hasSucceeded,
          block: { number: found.number, hash: found.block.hash },
          minedAt: new Date(found.block.time * 1000),
          logs: listLogs(found.tx),
          internalTransfers: [],
        },
      }
    },
  }
}

export const toTransaction = ({ hash, account: from, nonce, to, input }: SentTransaction) => ({
  ...{ hash, from, nonce, to, input, value: 0n },
})

const toWord = (address: string) => pad(address as Hex)

/** The logs of a transaction, as its receipt has them. The token writes its two one after the other: it calls nobody there. */
export function listLogs({ account, to, pays, done, decoyNonce }: MinedTransaction) {
  const transfer = (from: string, recipient: string, value: bigint) => ({
    ...{ address: token, topics: [transferTopic, toWord(from), toWord(recipient)] },
    data: toHex(value, { size: 32 }),
  })
  const used = (address: string, from: string, nonce: string) => ({
    ...{ address, topics: [usedTopic, toWord(from), nonce], data: '0x' },
  })
  const logs = [
    ...(pays === undefined ? [] : [transfer(account, shop, price)]),
    ...done.flatMap(({ from, recipient, value, nonce }) => [
      ...(decoyNonce === undefined ? [] : [used(to, from, decoyNonce)]),
      used(token, from, nonce),
      transfer(from, recipient, value),
    ]),
  ]
  return logs.map((log, index) => ({ ...log, index }))
}

/** The transfers of a block to the shop, as a node's search for logs shows them. */
export function listTransferLogs({ hash, transactions }: MinedBlock, number: bigint) {
  return transactions.flatMap((tx) =>
    listLogs(tx).flatMap(({ index, topics, data }): TransferLog[] => {
      const [topic, from = '', to = ''] = topics
      if (topic !== transferTopic) return []
      const toAddress = (word: string) => `0x${word.slice(-40)}` as Hex
      return [
        {
          ...{ hash: tx.hash, blockHash: hash, blockNumber: number, logIndex: index, token },
          ...{ recipient: toAddress(to), sender: toAddress(from), amount: BigInt(data) },
        },
      ]
    }),
  )
}
