/**
 * Checks the URLs of one chain's nodes. The same node twice would agree with itself.
 *
 * @throws Error whose message continues after the name of the setting, and contains no part of a URL
 */
export function checkRpcUrls(urls: readonly string[]): void {
  if (urls.length === 0) throw new Error('must have at least one URL')
  if (new Set(urls).size < urls.length) throw new Error('has the same URL twice')
}
