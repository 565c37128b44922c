/** Paths of the sitemap index, as sitemaps.org has it, and of its parts. */
export const sitemapPaths = ['/sitemap.xml', '/sitemap-:part(^\\d{1,5}$).xml'] as const;

/** Paths of the query service that are not in the API table: calendar feeds, the sitemap and the API's description. */
export const queryPaths: readonly string[] = ['/calendar/*', ...sitemapPaths, '/api/docs', '/api/docs/*'];
