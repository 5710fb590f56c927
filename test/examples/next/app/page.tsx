import { Checkout } from './checkout'

/** Rendered for each request, on the server. */
export const dynamic = 'force-dynamic'

export default function Page() {
  return (
    <main>
      <h1>Blue mug</h1>
      <Checkout sku="mug" />
    </main>
  )
}
