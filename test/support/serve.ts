/** The program `pay-charge serve` with options of `createService` that no variable sets. */

import { serve } from '../../src/service/cli/serve.ts'
import { readTestSettings } from './read-settings.ts'

await serve(readTestSettings(process.env))
