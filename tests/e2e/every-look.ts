/** Before a release every look is searched for barriers in every language and scheme; every day in Italian only. */
export const everyLook = process.env['EVERY_LOOK'] === '1';
