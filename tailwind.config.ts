import type { Config } from 'tailwindcss'
import plugin from 'tailwindcss/plugin'

/** The palette: the only place with colour literals. Each pair holds 4.5:1 for text, 3:1 for controls. */
export const light = {
  ground: '#ffffff',
  raised: '#ffffff',
  sunk: '#f4f7fa',
  hairline: '#dbe2ea',
  control: '#7c8da3',
  text: '#00162b',
  muted: '#51637a',
  primary: '#00162b',
  'on-primary': '#ffffff',
  'primary-hover': '#12304d',
  'primary-edge': '#00162b',
  secondary: '#1dd3b0',
  'on-secondary': '#00162b',
  focus: '#0b5cab',
  link: '#0b5cab',
  success: '#0b6e4f',
  warning: '#8a5a00',
  error: '#b3261e',
  info: '#0b5cab',
  'success-soft': '#e6f4ef',
  'warning-soft': '#fbf2e0',
  'error-soft': '#fbeae9',
  'info-soft': '#e8f1fb',
  hover: '#edf1f5',
  selected: '#e2f7f2',
  scrim: 'rgb(0 22 43 / 0.45)',
  edge: 'rgb(0 22 43 / 0.4)',
  float: '0 8px 28px rgb(0 22 43 / 0.18)',
}

export const dark: Record<keyof typeof light, string> = {
  ground: '#172a41',
  raised: '#1e3450',
  sunk: '#0f1f33',
  hairline: '#2f4867',
  control: '#6f8bab',
  text: '#e8eef5',
  muted: '#a9bacd',
  primary: '#00162b',
  'on-primary': '#ffffff',
  'primary-hover': '#0b2742',
  'primary-edge': '#6f8bab',
  secondary: '#1dd3b0',
  'on-secondary': '#00162b',
  focus: '#1dd3b0',
  link: '#8ec5ff',
  success: '#5fd7a7',
  warning: '#f2c14e',
  error: '#ff9d94',
  info: '#8ec5ff',
  'success-soft': '#173d43',
  'warning-soft': '#3a3a36',
  'error-soft': '#41323f',
  'info-soft': '#1f3f63',
  hover: '#233d5c',
  selected: '#1b4355',
  scrim: 'rgb(0 8 18 / 0.6)',
  edge: 'rgb(0 0 0 / 0.7)',
  float: '0 8px 28px rgb(0 0 0 / 0.45)',
}

const variables = (palette: Record<string, string>) =>
  Object.fromEntries(Object.entries(palette).map(([name, value]) => [`--${name}`, value]))
const names = Object.keys(light).filter((name) => name !== 'float')

export default {
  content: [],
  darkMode: ['selector', '[data-theme="dark"]'],
  theme: {
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      ...Object.fromEntries(names.map((name) => [name, `var(--${name})`])),
    },
    boxShadow: { float: 'var(--float)', none: 'none' },
    extend: {
      fontFamily: {
        sans: ['Inter Variable', 'Inter Fallback', 'system-ui', 'sans-serif'],
        mono: ['ui-monospace', 'SFMono-Regular', 'Menlo', 'Consolas', 'monospace'],
      },
      borderRadius: { DEFAULT: '6px' },
      maxWidth: { card: '26rem', form: '640px', prose: '72ch' },
      width: { menu: '240px', rail: '64px' },
      height: { bar: '56px' },
      screens: { wide: '900px' },
    },
  },
  plugins: [
    plugin((api) => {
      api.addBase({
        ':root, [data-theme="light"]': { ...variables(light), colorScheme: 'light' },
        '[data-theme="dark"]': { ...variables(dark), colorScheme: 'dark' },
        // Paper is white.
        '@media print': { '[data-theme="dark"]': { ...variables(light), colorScheme: 'light' } },
      })
    }),
  ],
} satisfies Config
