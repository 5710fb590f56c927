/**
 * Returns whether a URL of CHAIN_RPC_URLS is that of a socket. A socket only says when to look; what is then read comes
 * from the nodes whose URLs are https.
 */
export function isSocketUrl(url: string): boolean {
  return /^wss?:/i.test(url)
}

/**
 * Checks the URLs of one chain, and returns those that it is read by.
 *
 * @throws Error whose message continues after the name of what is wrong, and has no part of a URL
 */
export function checkRpcUrls(urls: readonly string[]): readonly string[] {
  const readUrls = urls.filter((url) => !isSocketUrl(url))
  if (urls.length === 0) throw new Error('must have at least one URL')
  if (new Set(urls).size < urls.length) throw new Error('has the same URL twice')
  if (readUrls.length === 0)
    throw new Error(
      'must have a URL that begins with https:// or http:// beside that of the socket, which only says when to look',
    )
  const isBroken = (url: string) => isSocketUrl(url) && (URL.parse(url)?.hash ?? '#') !== ''
  if (urls.some(isBroken)) throw new Error('must have a URL without # for its socket')
  return readUrls
}
