/** What the server pageSetting this page; null where it said nothing. */
export const pageSetting = (name: string): string | null =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? null;
