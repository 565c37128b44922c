/** Returns a setting that the server wrote into this page, or null. */
export const pageSetting = (name: string): string | null =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? null;
