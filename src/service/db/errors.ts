/** Returns whether an error of the database means that a row with the same unique columns exists. */
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

/**
 * Returns whether the database has refused a statement, so that certainly nothing of it was saved: for its data, a
 * constraint, a conflict with another transaction, or a limit (classes 22, 23, 40 and 54 of the same appendix). After a lost
 * connection this is unknown.
 */
export function isRefusal(cause: unknown): boolean {
  const { code } = (cause ?? {}) as { code?: unknown }
  return typeof code === 'string' && /^(22|23|40|54)...$/.test(code)
}

/**
 * Removes the values of the statement from an error of the database: it is logged, and a charge has personal data. The
 * statement itself, the constraint and its table stay.
 */
export function removeValues(error: unknown): void {
  if (typeof error !== 'object' || error === null) return
  // `detail` shows the row that a constraint has refused, `where` a parameter; `params` are those of PGlite.
  for (const name of ['detail', 'where', 'params']) Reflect.deleteProperty(error, name)
}
