/** The theme's colours by their role in a chart; Plot writes them into the SVG unchanged. */
export const INK = 'var(--text)'
export const FAINT = 'var(--control)'
export const REFERENCE = 'var(--muted)'
export const FIRST = 'var(--info)'
export const SECOND = 'var(--secondary)'
export const ALERT = 'var(--warning)'
