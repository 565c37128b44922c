const sentTime = document.querySelector<HTMLMetaElement>('meta[name="now"]')?.content;

/** Milliseconds by which the server's clock is ahead of the device's; 0 if unknown. */
const ahead = sentTime === undefined ? 0 : Date.parse(sentTime) - Date.now();

/** Current time of the server's clock, which decides what can be booked. */
export const serverNow = (): Date => new Date(Date.now() + ahead);
