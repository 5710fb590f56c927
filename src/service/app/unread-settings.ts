// Settings without effect: a misspelled name, or a setting that depends on another one. The service logs their names at the
// start, and `pay-charge doctor` prints them; values are left out, because they may be secrets.
import type { ServiceValues } from './setting-table.ts'

/** First words of our settings that other programs' variables have too. */
const generalWords: ReadonlySet<string> = new Set(['DATABASE', 'DATA', 'LOG', 'PUBLIC', 'SERVICE'])
/** Kubernetes gives every container such variables, for each service of its namespace. */
const kubernetesName = /_(SERVICE_HOST|SERVICE_PORT\w*|PORT|PORT_\d+_\w+)$/
const rpcUrlName = /^RPC_URLS?$|_RPC_URLS?(_\d+)?$/i

/** Names that differ in more letters are not treated as misspelled. */
const maxDistance = 2

/**
 * Returns a warning for each environment variable that looks like one of ours and is not: its name is almost the same, or
 * begins as only ours do.
 */
export function listMisspelled(
  environment: Record<string, string | undefined>,
  settingNames: readonly string[],
): string[] {
  const firstWords = settingNames
    .filter((name) => name.includes('_'))
    .map((name) => name.split('_')[0])
  const families = new Set(firstWords.filter((word = '') => !generalWords.has(word)))
  return Object.keys(environment)
    .filter((name) => !settingNames.includes(name) && !kubernetesName.test(name))
    .flatMap((name) => {
      const similar = findSimilar(name, settingNames)
      if (similar !== undefined) return [`${name} is not read: did you mean ${similar}?`]
      const [first = '', ...rest] = name.split('_')
      if (!(rest.length > 0 && families.has(first)) && !rpcUrlName.test(name)) return []
      return [`${name} is not read: no setting has this name, see pay-charge --help.`]
    })
}

function findSimilar(name: string, settingNames: readonly string[]): string | undefined {
  const simplify = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const simple = simplify(name)
  if (simple.length < 4) return undefined
  const most = simple.length < 8 ? 1 : maxDistance
  const distances = settingNames.map((settingName) => ({
    settingName,
    distance: countEdits(simple, simplify(settingName), most),
  }))
  return distances
    .toSorted((a, b) => a.distance - b.distance)
    .find(({ distance }) => distance <= most)?.settingName
}

/** Counts the letters to add, remove or replace (Levenshtein); more than `most` for texts whose lengths differ by more. */
function countEdits(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...a].entries()) {
    const next = [index + 1]
    for (const [column, otherLetter] of [...b].entries()) {
      const replacement = (row[column] ?? 0) + (letter === otherLetter ? 0 : 1)
      next.push(Math.min(replacement, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

/**
 * Returns a warning for each setting that has no effect because of the others.
 *
 * @param setNames the variables that are set
 */
export function listIneffective(setNames: ReadonlySet<string>, settings: ServiceValues): string[] {
  const { rpcUrls } = settings
  const chainsByName = {
    CONFIRMATIONS: [...settings.confirmations.keys()],
    CHAIN_MODES: [...settings.chainModes.keys()],
    TOKENS: settings.tokens.map(({ chainId }) => chainId),
    PRICE_FEEDS: settings.feeds.map(({ chainId }) => chainId),
    FX_RATES: settings.fxRates.flatMap(({ sources }) =>
      sources.flatMap((source) => (source.kind === 'feed' ? [source.chainId] : [])),
    ),
    RELAY_MAX_FEE: [...settings.relayMaxFees.keys()],
    QUOTE_RECIPIENTS: settings.quoteRecipients?.map(({ chainId }) => chainId) ?? [],
  }
  const unreadChains = Object.entries(chainsByName).flatMap(([name, chains]) =>
    [...new Set(chains)]
      .filter((chain) => !rpcUrls.has(chain))
      .map((chain) => `${name} has no effect for chain ${chain}, which is not in CHAIN_RPC_URLS.`),
  )
  const needs = (name: string, requiredName: string) =>
    setNames.has(name) && !setNames.has(requiredName)
      ? [`${name} has no effect without ${requiredName}.`]
      : []
  const hasOneNodeEach = [...rpcUrls.values()].every((urls) => urls.length < 2)
  return [
    ...unreadChains,
    ...needs('QUOTE_RECIPIENTS', 'QUOTE_KEY'),
    ...needs('RELAYER_SIGNER_URL', 'RELAYER_ACCOUNTS'),
    ...needs('RELAYER_ACCOUNTS', 'RELAYER_SIGNER_URL'),
    ...needs('RELAYER_KEYS', 'RELAY_MAX_FEE'),
    ...needs('MAIL_FROM', 'SMTP_URL'),
    ...needs('MAIL_PER_HOUR', 'SMTP_URL'),
    ...(setNames.has('QUORUM_ABOVE_USD') && hasOneNodeEach
      ? ['QUORUM_ABOVE_USD has no effect: every chain of CHAIN_RPC_URLS has one node.']
      : []),
  ]
}
