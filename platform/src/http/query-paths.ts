/** Paths of the sitemap index (sitemaps.org) and its parts. */
export const sitemapPaths = ['/sitemap.xml', '/sitemap-:part(^\\d{1,5}$).xml'] as const;

/** Paths of the query service outside the API table: calendar feeds, short links of texts, sitemap and API documentation. */
export const queryPaths: readonly string[] = [
  '/calendar/*',
  '/m/*',
  ...sitemapPaths,
  '/api/docs',
  '/api/docs/*',
];
