/** What the desk's routes have in common. */
export const deskRoute = {
  method: 'GET',
  scopes: ['charges:read'],
  params: [],
  query: undefined,
  body: undefined,
  successStatuses: [200],
  errorStatuses: [400, 404],
  retryPolicy: 'safe',
} as const
