/**
 * Font stack of all pages and mails: fonts of the device, by name. Not `system-ui`, which has a serif bold on Debian
 * and is the user's menu font on a desktop. Pages use it as `--font` (`web/src/ui/layout/fonts.css`).
 */
export const fontStack =
  "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', 'Liberation Sans', Arial, sans-serif";
