/** A rule that is taken out of the source, and the test that must fail without it. */
export interface Plant {
  /** What is taken out, in words. */
  rule: string
  /** From the repository's root. */
  file: string
  /** Stands in the file exactly once. */
  from: string
  /** Takes the rule out. */
  to: string
  /** The test file, from the root. */
  test: string
  /** The test that must fail, where the file holds several. */
  name?: string
}
