/**
 * Before a release, accessibility is checked in every language and colour scheme; otherwise in Italian only.
 */
export const everyLook = process.env['EVERY_LOOK'] === '1';
