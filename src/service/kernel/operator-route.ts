/** What the operator's routes have in common. */
export const operatorRoute = {
  method: 'POST',
  scopes: ['admin'],
  params: [],
  query: undefined,
  body: undefined,
  successStatuses: [200],
  errorStatuses: [400, 404, 409],
  retryPolicy: 'never',
} as const
