const told = document.querySelector<HTMLMetaElement>('meta[name="now"]')?.content;

/** Milliseconds by which the server's clock is ahead of the device's; 0 where the page was not told. */
const ahead = told === undefined ? 0 : Date.parse(told) - Date.now();

/** Now by the clock of the server, which decides what can be booked. */
export const serverNow = (): Date => new Date(Date.now() + ahead);
