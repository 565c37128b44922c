/** So long after a visit's end the links that were mailed about it still open it, in milliseconds. */
export const linksLast = 30 * 86_400_000;
