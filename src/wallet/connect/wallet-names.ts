// Any script in the page may announce a wallet of any name. A name says which wallet it is only together with its rdns (EIP-6963).

/** The rdns of wallets that many payers have, by name as {@link toNameKey} writes it: from what each of them announces. */
const knownRdns: Readonly<Record<string, string>> = {
  metamask: 'io.metamask',
  coinbasewallet: 'com.coinbase.wallet',
  phantom: 'app.phantom',
  trustwallet: 'com.trustwallet.app',
  rabbywallet: 'io.rabby',
}

/** A wallet as it names itself. The legacy `window.ethereum` has no rdns. */
interface NamedWallet {
  readonly name: string
  readonly rdns?: string | undefined
}

/** Writes a name without what a reader overlooks: case, spaces, marks and signs that are not drawn. */
export function toNameKey({ name }: NamedWallet): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** Returns whether a wallet has the rdns that is known of its name. Undefined for a name of which none is known. */
export function hasKnownRdns(wallet: NamedWallet): boolean | undefined {
  const key = toNameKey(wallet)
  const known = Object.hasOwn(knownRdns, key) ? knownRdns[key] : undefined
  // Its test versions and its app add a part of their own, such as io.metamask.flask.
  return known === undefined ? undefined : `${wallet.rdns}.`.startsWith(`${known}.`)
}

/** Returns whether a payer who reads only the name of a wallet could mean another one. */
export function isAmbiguous(wallet: NamedWallet, wallets: readonly NamedWallet[]): boolean {
  if (hasKnownRdns(wallet) === false) return true
  const key = toNameKey(wallet)
  return wallets.some((other) => other !== wallet && toNameKey(other) === key)
}
