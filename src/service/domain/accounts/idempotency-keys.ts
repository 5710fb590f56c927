/** The Idempotency-Key of a creation and the response to it (draft-ietf-httpapi-idempotency-key-header). */
export interface IdempotencyKeyRecord {
  key: string
  /** Hash of the request body: the same key with another body is a mistake of the caller. */
  requestHash: string
  /** The response body, sent now and whenever the same request is repeated. */
  response: string
}

/** The responses of repeat-safe calls. */
export interface IdempotencyKeyStore {
  /**
   * Returns the response that was given to this Idempotency-Key before; undefined for a new key.
   *
   * @throws PayError `conflict` for another body
   */
  getSavedResponse(accountId: string, key: string, requestHash: string): Promise<string | undefined>
  /** Deletes at most `limit` responses that were given before this time, and returns how many. */
  deleteIdempotencyKeys(before: Date, limit: number): Promise<number>
}
