/** Props of a badge whose text may need several lines on a phone. */
export const wrapping = {
  h: 'auto',
  maw: '100%',
  styles: { label: { whiteSpace: 'normal', textAlign: 'start' } },
} as const;
