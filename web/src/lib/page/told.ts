/** What the server told this page; null where it said nothing. */
export const told = (name: string): string | null =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? null;
