import type { Journal } from '../ports/journal.ts'
import type { Effect } from '../state.ts'

/** An effect that only writes to the journal. */
type JournalEffect = Extract<
  Effect,
  {
    do:
      | 'writeHash'
      | 'writeUnreportedHash'
      | 'updateIntent'
      | 'removeUnreportedHash'
      | 'writeMisdirection'
      | 'closeEntry'
      | 'writeAwaited'
  }
>

/** Writes an effect to the journal. */
export function writeJournal(journal: Journal, effect: JournalEffect) {
  switch (effect.do) {
    case 'writeHash':
      return journal.writeHash(effect.intent, effect.hash)
    case 'writeUnreportedHash':
      return journal.addUnreportedHash(effect.quote, effect.hash, effect.isSubmitted)
    case 'updateIntent':
      return journal.updateIntent(effect.intent)
    case 'removeUnreportedHash':
      return journal.removeUnreportedHash(effect.chargeId, effect.hash)
    case 'writeMisdirection':
      return journal.writeMisdirection(effect.intent, effect.hash, effect.misdirection)
    case 'closeEntry':
      return journal.close(effect.chargeId, effect.intentId, effect.hash, effect.refused)
    case 'writeAwaited':
      return journal.markAwaited(effect.chargeId)
    default:
      return effect satisfies never
  }
}
