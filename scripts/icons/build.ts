import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

// `node scripts/icons/build.ts`: takes the icons that the card can show from @web3icons/core (MIT), each as a module of its
// own. The package has 18,000 files, of which we need thirty: so it is no dependency, and what is taken is in this
// repository.

const source = '@web3icons/core@4.0.56'
const folder = fileURLToPath(new URL('../../src/element/checkout/icons/', import.meta.url))

/**
 * Our names by folder, and where the package has them: on their own ground, but for those that bring one, which have a margin to
 * take away.
 */
const icons: Record<string, Record<string, string>> = {
  tokens: {
    usdc: 'tokens/branded/USDC',
    usdt: 'tokens/background/USDT',
    eth: 'tokens/background/ETH',
    bnb: 'tokens/background/BNB',
    xdai: 'tokens/background/DAI',
    pol: 'tokens/background/POL',
    celo: 'tokens/background/CELO',
    avax: 'tokens/background/AVAX',
  },
  networks: {
    ethereum: 'networks/background/ethereum',
    optimism: 'networks/background/optimism',
    bsc: 'networks/background/binance-smart-chain',
    gnosis: 'networks/background/gnosis',
    polygon: 'networks/background/polygon',
    zksync: 'networks/background/zksync',
    base: 'networks/branded/base',
    arbitrum: 'networks/background/arbitrum-one',
    'celo-network': 'networks/background/celo',
    avalanche: 'networks/background/avalanche',
    linea: 'networks/background/linea',
    scroll: 'networks/background/scroll',
  },
  wallets: {
    metamask: 'wallets/branded/metamask',
    trust: 'wallets/background/trust',
    rainbow: 'wallets/background/rainbow',
    uniswap: 'exchanges/background/uniswap',
    zerion: 'wallets/background/zerion',
    ledger: 'wallets/background/ledger',
    phantom: 'wallets/background/phantom',
    okx: 'wallets/background/okx',
    binance: 'exchanges/background/binance',
    rabby: 'wallets/background/rabby',
  },
}

const unpacked = mkdtempSync(join(tmpdir(), 'icons-'))
try {
  execFileSync('npm', ['pack', source, '--silent', '--pack-destination', unpacked])
  execFileSync('sh', ['-c', 'tar xzf *.tgz'], { cwd: unpacked })
  for (const kind of Object.keys(icons)) {
    rmSync(join(folder, kind), { recursive: true, force: true })
    mkdirSync(join(folder, kind))
  }
  const entries = Object.entries(icons).flatMap(([kind, names]) =>
    Object.entries(names).map(([name, path]) => [`${kind}/${name}`, path] as const),
  )
  for (const [name, path] of entries) {
    const file = join(unpacked, 'package/dist/svgs', `${path}.svg.js`)
    const { default: svg } = (await import(pathToFileURL(file).href)) as { default: string }
    const text = svg
      .replace(/>\s+</g, '><')
      .replace(' class="web3icons"', '')
      .replace('viewBox="0 0 24 24"', path.includes('/branded/') ? 'viewBox="3 3 18 18"' : '$&')
      .trim()
    if (/<script|\son\w+=|href=|<style|<foreignObject/i.test(text))
      throw new Error(`${name} is more than a drawing.`)
    const head = `// ${path} of ${source} (MIT, https://github.com/0xa3k5/web3icons). Made by scripts/icons/build.ts.\n`
    writeFileSync(join(folder, `${name}.ts`), `${head}export default '${text}'\n`)
  }
} finally {
  rmSync(unpacked, { recursive: true })
}
