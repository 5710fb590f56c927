import { atNight, test } from '../../element/support/bdd.ts'
import { ask } from './stage.ts'

const playsAll = await ask<boolean>('playsAll')

/** The engine that plays every row of what engines do alike. */
export const isChromium = navigator.userAgent.includes('Chrome/')

/** Whether this is Firefox. */
export const isFirefox = navigator.userAgent.includes('Firefox/')

/** Of a row of tests: declares one that every run plays in this engine, or one that is left to the night. */
export const everyRun = (isPlayed: boolean) => (isPlayed || playsAll ? test : atNight)
