export const bookingLink = (slug: string): string => `${location.origin}/booking/${slug}`;
