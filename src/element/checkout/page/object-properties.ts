import { silentProperties } from '../../attributes.ts'

/** The properties that no attribute can hold. */
export const objectProperties = ['amounts', 'texts', ...silentProperties] as const
