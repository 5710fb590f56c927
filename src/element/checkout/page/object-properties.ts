import { otherProperties } from '../../attributes.ts'

/** The properties that no attribute can hold. */
export const objectProperties = ['amounts', 'texts', ...otherProperties] as const
