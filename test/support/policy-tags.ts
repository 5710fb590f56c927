import { computeIntegrity } from '../../scripts/integrity/hash.ts'
import { entryFileName } from '../../src/api/script-tags.ts'
import type { PagePolicy } from './policies.ts'
import type { PageTags } from './stage.ts'
import { readRelease } from './swapped.ts'

/**
 * Returns a policy and its script tag.
 *
 * @param cdn the origin of a CDN
 * @param firstScript a script of the test's own, which the policy allows by its hash
 */
export async function buildPolicyTags(
  { scripts, tag, others = '' }: PagePolicy,
  cdn: string,
  firstScript: string,
): Promise<PageTags> {
  const nonce = crypto.randomUUID()
  const integrity = (await readRelease()).files[entryFileName] ?? ''
  const attributes = {
    nonce: `src="/${entryFileName}" nonce="${nonce}"`,
    integrity: `src="/${entryFileName}" integrity="${integrity}"`,
    cdn: `src="${cdn}/${entryFileName}"`,
    plain: `src="/${entryFileName}"`,
  }
  const sources = scripts
    .replace('nonce-N', `nonce-${nonce}`)
    .replace('sha384-H', integrity)
    .replace('https://cdn.example', cdn)
  const directives = [
    "default-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `script-src ${sources} '${computeIntegrity(firstScript, 'sha256')}'`,
  ]
  return {
    html: `<script>${firstScript}</script><script type="module" ${attributes[tag]}></script>`,
    scriptSource: '',
    policy: [...directives, others].join('; '),
  }
}
