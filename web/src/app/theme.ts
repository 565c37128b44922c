import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

const teal: MantineColorsTuple = [
  '#e9f5f6',
  '#d3e9eb',
  '#a6d2d7',
  '#76bac1',
  '#4fa6af',
  '#36959f',
  '#218691',
  '#14747f',
  '#0b5c66',
  '#06434b',
];

const slate: MantineColorsTuple = [
  '#d5dde0',
  '#b6c2c7',
  '#93a2a8',
  '#66757b',
  '#3d4a50',
  '#2f3a3f',
  '#242d31',
  '#1a2125',
  '#14191c',
  '#0e1214',
];

export const theme = createTheme({
  respectReducedMotion: true,
  primaryColor: 'teal',
  primaryShade: { light: 8, dark: 7 },
  colors: { teal, dark: slate },
  autoContrast: true,
  // White text on the theme's red has a contrast of 4.53:1; Mantine would choose black.
  luminanceThreshold: 0.183,
  defaultRadius: 8,
  fontFamily: 'var(--font)',
  fontSizes: { xs: '12px', sm: '14px', md: '15px', lg: '17px', xl: '20px' },
  headings: { fontFamily: 'var(--font)', fontWeight: '650' },
  cursorType: 'pointer',
  components: {
    Modal: {
      defaultProps: { padding: 'lg', radius: 12 },
      styles: { title: { fontSize: 18, fontWeight: 650 } },
    },
    // A list that is empty at first has no width; centred, it would open beyond a phone's edge.
    Combobox: { defaultProps: { position: 'bottom-start' } },
    // ARIA requires a listbox to have an option, so the message of an empty list is one.
    ComboboxEmpty: { defaultProps: { role: 'option', 'aria-disabled': true } },
    Text: { defaultProps: { size: 'sm' } },
    Anchor: { defaultProps: { size: 'sm', underline: 'always' } },
    Badge: { defaultProps: { tt: 'none', size: 'lg', fz: 12, fw: 600 } },
  },
});

/** Mantine's defaults for these colours have a contrast below 4.5:1. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-text': '#16211f',
    '--mantine-color-dimmed': '#55626a',
    '--mantine-color-placeholder': '#6a767d',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-anchor': '#0b5c66',
    '--mantine-color-green-light-color': '#1b6a2c',
    '--mantine-color-red-light-color': '#a51c1c',
    '--mantine-color-yellow-light-color': '#6f4a00',
    '--mantine-color-orange-light-color': '#8a3a05',
  },
  dark: {
    '--mantine-color-text': '#dfe6e8',
    '--mantine-color-dimmed': '#a2b0b5',
    '--mantine-color-placeholder': '#8d9ba1',
    '--mantine-color-error': '#ff8f8f',
    '--mantine-color-anchor': '#76bac1',
  },
});
