/**
 * The fonts of everything that is shown: those of the device, by name. Not `system-ui`, which on Debian has a serif for
 * its bold, and is what a desktop's user chose for menus rather than for reading. Pages have them as `--font`
 * (`web/src/ui/fonts.css`).
 */
export const fontStack =
  "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', 'Liberation Sans', Arial, sans-serif";
