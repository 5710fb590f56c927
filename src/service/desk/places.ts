/** The places of the desk's navigation, in its order: each with its path below the desk. */
export const places = {
  today: { path: '', icon: 'home' },
  charges: { path: '/charges', icon: 'list' },
  links: { path: '/links', icon: 'share' },
  unmatched: { path: '/unmatched', icon: 'help' },
  refunds: { path: '/refunds', icon: 'undo' },
  webhooks: { path: '/webhooks', icon: 'hook' },
  books: { path: '/books', icon: 'book' },
  settings: { path: '/settings', icon: 'gear' },
  chains: { path: '/chains', icon: 'link' },
  keys: { path: '/keys', icon: 'key' },
  auditLog: { path: '/audit-log', icon: 'log' },
} as const
export type Place = keyof typeof places
