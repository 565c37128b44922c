/** Returns a professional's public booking page. */
export const bookingLink = (slug: string): string => `${location.origin}/booking/${slug}`;
