import { html, nothing, type TemplateResult } from 'lit/html.js'
import { loadPart } from '../../../../errors.ts'
import type { RenderContext } from '../../../first/views/render-context.ts'
import { button, heading } from '../../../first/views/shared.ts'
import { waiting } from '../parts/waiting.ts'

/** The module of the screens with a QR code, once it is loaded. */
let scanModule: typeof import('../scan/scan.ts') | 'failed' | undefined

function loadScanModule({ redraw }: RenderContext) {
  scanModule = undefined
  void loadPart(import('../scan/scan.ts'))
    .then(
      (screens) => {
        scanModule = screens
      },
      () => {
        scanModule = 'failed'
      },
    )
    .then(redraw)
}

/**
 * Renders a screen of the module with QR codes and links to wallets. While the module is loading it shows the screen's
 * title, and after a failure a way to retry.
 *
 * @param title '' for a part of a screen
 */
export function renderWithScan(
  title: string,
  render: (screens: typeof import('../scan/scan.ts')) => TemplateResult,
  context: RenderContext,
): TemplateResult {
  if (typeof scanModule === 'object') return render(scanModule)
  const { messages } = context
  const load = () => loadScanModule(context)
  if (scanModule === 'failed')
    return html`${title ? heading(title, messages.codeNotLoaded) : messages.codeNotLoaded}${button(messages.retry, load)}`
  load()
  return html`${title ? heading(title) : nothing}${waiting(messages.loading)}`
}
