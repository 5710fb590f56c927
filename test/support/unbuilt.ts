/**
 * Returns whether an answer says that the element was not built: a test that needs no element may run without it. What such an answer
 * is, `test/service/payment-page/page.test.ts` says.
 */
export const isUnbuilt = (status: number, text: string): boolean =>
  status === 503 && text.includes('npm run build')
