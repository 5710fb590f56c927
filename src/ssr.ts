/** `pay-charge/ssr`: renders the element's first screen on a server. It needs no DOM, and runs in every runtime. */

export {
  type RenderedCharge,
  type RenderedPayCharge,
  type RenderOptions,
  renderPayCharge,
} from './element/ssr/render-pay-charge.ts'
export { PayError, type PayErrorCode } from './errors.ts'
