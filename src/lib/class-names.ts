import { type ClassValue, clsx } from 'clsx'

/**
 * Joins class names. Of two that set the same property the style sheet's order decides, so a class that overrides another
 * ends in '!'. Tests fail on any other conflict.
 */
export const cn = (...values: ClassValue[]): string => clsx(values)
