import { Component, CUSTOM_ELEMENTS_SCHEMA, signal } from '@angular/core'
import 'pay-charge/define'
import type { PayCharge, PayChargeSuccessEvent } from 'pay-charge'

@Component({
  selector: 'app-root',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <main>
      <h1>Blue mug</h1>
      <pay-charge
        [attr.order]="order"
        brand-color="#7c3aed"
        redirect="none"
        [rpcUrls]="rpcUrls"
        (pay-charge-success)="onSuccess($event)"
      ></pay-charge>
      <p role="status">
        @if (hash(); as hash) {
          Thank you. Your transaction: {{ hash }}
        }
      </p>
    </main>
  `,
})
export class App {
  protected readonly order = JSON.stringify({ sku: 'mug' })
  // Angular checks no binding of an element that is not its own: the type stands here.
  protected readonly rpcUrls: PayCharge['rpcUrls'] = { 31337: 'https://rpc.example' }
  protected readonly hash = signal<string | undefined>(undefined)

  protected onSuccess(event: PayChargeSuccessEvent) {
    this.hash.set(event.receipt.hash)
  }
}
