/**
 * Loads a chunk of the script tag's build after its files have been verified. Only that build imports it
 * (scripts/integrity/verify-chunks.ts); bundled packages have other files and hashes.
 *
 * `modulepreload` puts a file into the page's module map under its hash. The import takes it from there and fetches nothing, so the
 * verified code is the code that runs. Chromium and Firefox verify it; WebKit verifies only by an import map (docs/rules/page.md).
 * The import waits, because in Chromium it would fetch a failed file again.
 *
 * @param hashes each file that the chunk needs, with its hash (`sha384-…`)
 */
export async function loadChunk<T>(
  hashes: Record<string, string>,
  importChunk: () => Promise<T>,
): Promise<T> {
  // All in one task: a browser may fetch a file's imports as soon as it has that file, and then without their hashes.
  await Promise.all(Object.entries(hashes).map(verifyFile))
  return importChunk()
}

/**
 * The page's first failure. It stands for those that follow: what refuses one file refuses its neighbors, and which of them fails
 * first is chance, so that the console would say the same thing once for each file.
 */
let refusal: Error | undefined

async function verifyFile([file, integrity]: [file: string, integrity: string]) {
  const link = document.createElement('link')
  const { url } = import.meta
  // A blob has no neighboring files. The browser then asks next to the page, and the error below explains why that fails.
  const { href } = new URL(file, url.startsWith('blob:') ? document.baseURI : url)
  // Firefox does not report the reason for a blocked preload.
  let reason = 'The network, CSP (script-src) or hash refused'
  const onViolation = ({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent) => {
    if (blockedURI === href) reason = `CSP (${effectiveDirective}) refused`
  }
  document.addEventListener('securitypolicyviolation', onViolation)
  return new Promise((onload, onerror) => {
    Object.assign(link, {
      rel: 'modulepreload',
      integrity,
      nonce: getNonce(),
      href,
      onload,
      onerror,
    })
    document.head.append(link)
  })
    .catch(async () => {
      // The event with the reason may come after the event of the failure.
      await new Promise((resolve) => setTimeout(resolve))
      const hint = url.includes('/pay-charge')
        ? ''
        : ` It ran as ${url}: exclude it from optimizers.`
      refusal ??= new Error(`${reason} ${href}.${hint}`)
      throw refusal
    })
    .finally(() => {
      link.remove()
      document.removeEventListener('securitypolicyviolation', onViolation)
    })
}

/**
 * Returns the nonce that lets this page's scripts run, for a policy that allows them by their nonce and not by their host.
 * `import()` itself passes it on (HTML, 8.1.6.7.3).
 */
const getNonce = () => document.querySelector<HTMLElement>('script[nonce]')?.nonce ?? ''
