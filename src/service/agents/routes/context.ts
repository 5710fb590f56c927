import type { MerchantAccount } from '../../accounts/accounts.ts'
import type { ModeStore } from '../../accounts/store/modes.ts'
import type { ChargeRecord } from '../../charges/records.ts'
import type { ReceiptContext } from '../../charges/routes/receipts.ts'
import type { ChargeStore } from '../../charges/store/charges.ts'
import type { PaymentPageStore } from '../../charges/store/payment-page.ts'
import type { ServiceContext } from '../../http/context.ts'
import type { HolderStore } from '../../payments/routes/payments.ts'
import type { ReportStore } from '../../payments/store/reports.ts'
import type { ReservationStore } from '../../payments/store/reserved-amounts/reservations.ts'
import type { TransferStore } from '../../payments/store/transfers.ts'
import type { createListOffers, createSendSigned } from '../../relayer/routes/authorizations.ts'
import type { AcceptedAuthorizationStore } from '../../relayer/store/accepted.ts'
import type { RelayStore } from '../../relayer/store/relays.ts'
import { type ProgramOffer, selectProgramOffers } from '../offers.ts'
import type { Outcomes } from './outcomes.ts'

/** The stores that these routes use. */
type Stores = AcceptedAuthorizationStore &
  ChargeStore &
  ModeStore &
  PaymentPageStore &
  RelayStore &
  ReportStore &
  ReservationStore &
  TransferStore &
  HolderStore &
  ReceiptContext['store']

/** The dependencies of a page that programs pay. */
export type ProgramContext = ServiceContext<Stores>

/** A charge and the account that it belongs to. */
export interface PageCharge {
  charge: ChargeRecord
  account: MerchantAccount
}

/** The parts that answer programs. */
export interface ProgramParts {
  context: ProgramContext
  /** The realm of the challenges of MPP. */
  realm: string
  outcomes: Outcomes<PageCharge>
  listOffers: ReturnType<typeof createListOffers>
  sendSigned: ReturnType<typeof createSendSigned>
}

/** Reads what a program can sign for a charge. */
export async function readOffers(
  { listOffers }: Pick<ProgramParts, 'listOffers'>,
  charge: ChargeRecord,
): Promise<ProgramOffer[]> {
  const { data } = await listOffers(charge)
  return selectProgramOffers(charge, data, new Date())
}
