/** The Idempotency-Key of a creation and the response to it (draft-ietf-httpapi-idempotency-key-header). */
export interface IdempotencyKeyRecord {
  key: string
  /** Hash of the request body: the same key with another body is a mistake of the caller. */
  requestHash: string
  /** The response body, sent now and whenever the same request is repeated. */
  response: string
}
