import { createLoadFailedState } from '../../checkout/transitions/open-charge.ts'
import { PayError } from '../../errors.ts'
import type { Checkout, Session } from '../first/context.ts'
import { loadLink } from './views/index.ts'

/**
 * Creates the checkout of a payment link until its customer has a charge. Its code is loaded for it alone.
 *
 * @param explain returns the error to show where the offer could not be loaded
 */
export function createLinkCheckout(
  session: Session,
  explain: (session: Session, error: PayError) => Promise<PayError>,
): Checkout {
  const abort = new AbortController()
  const sale = {
    session,
    signal: abort.signal,
    restart,
    async fail(cause: unknown) {
      const error = await explain(session, PayError.from(cause, 'service_failed'))
      if (!abort.signal.aborted) session.show(createLoadFailedState(error))
    },
  }
  return {
    payment: undefined,
    dispatch(event, context) {
      loadLink().then((link) => link.handleEvent(sale, event, context), sale.fail)
    },
    attach: (context) => context.show(session.state),
    preload: () => undefined,
    handleSettings: () => undefined,
    dispose: () => abort.abort(),
  }
}

/** Begins a session anew: with the charge that it knows now, or with the offer of its link. */
export function restart(session: Session): void {
  const contexts = [...session.contexts]
  for (const context of contexts) session.leave(context)
  for (const context of contexts) session.join(context)
}
