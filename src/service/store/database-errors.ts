/** Returns whether an error of the database says that a row with the same unique columns is there already. */
export function isUniqueViolation(cause: unknown, constraint: string): boolean {
  const error = (cause ?? {}) as { code?: unknown; constraint?: unknown }
  // unique_violation, PostgreSQL documentation, appendix A.
  return error.code === '23505' && error.constraint === constraint
}

/** Returns whether the database has ended a transaction because of a deadlock: it may be repeated. */
export function isDeadlock(cause: unknown): boolean {
  // deadlock_detected, PostgreSQL documentation, appendix A.
  return ((cause ?? {}) as { code?: unknown }).code === '40P01'
}
