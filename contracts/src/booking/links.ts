/** How long after the visit's end mailed links keep working, in ms. */
export const linksLast = 30 * 86_400_000;
