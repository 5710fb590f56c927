/** From `since` on, and before `before`; undefined for no bound. */
export interface TimeRange {
  since: Date | undefined
  before: Date | undefined
}

/** Which page of a list to read. */
export interface PageQuery {
  /** 1 to 100. */
  limit: number
  /** Undefined for the first. `older` starts after the entry with this id, `newer` ends before it. */
  cursor: { id: string; direction: 'older' | 'newer' } | undefined
  /** Turns the list round: by default the newest entries are first. */
  isOldestFirst?: boolean | undefined
}
