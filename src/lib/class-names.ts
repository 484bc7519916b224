import { type ClassValue, clsx } from 'clsx'
import { twMerge } from 'tailwind-merge'

/** Joins class names; a later one of the same type wins. */
export const cn = (...values: ClassValue[]): string => twMerge(clsx(values))
