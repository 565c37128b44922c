import type { Pool } from 'pg';
import type { Config } from '@visita/platform/config/config';
import type { Sitemap } from './serve.ts';
import { hasPage } from '../pro/queries.ts';
import { select } from '@visita/read-model/query';

type SitemapDeps = {
  pool: Pool;
  strict: boolean;
  config: Pick<Config, 'publicOrigin' | 'signUp'>;
  /** Maximum booking pages per part. */
  size?: number;
};

/** A tenth of the limit of sitemaps.org, which keeps answers and reads short. */
const pagesInPart = 5_000;

// Pros visible to visitors (as in `visible`) who allow search engines.
const listed = `config_status = 100 and search_engines and slug is not null and (address_proven or not $1::boolean)
  and ${hasPage}`;
const countSql = {
  name: 'sitemap-count',
  text: `select count(*)::integer as count from read.pros p where ${listed}`,
};
const slugsSql = {
  name: 'sitemap-slugs',
  text: `select slug from read.pros p where ${listed} order by slug offset $2::integer limit $3::integer`,
};

const written = (root: 'sitemapindex' | 'urlset', addresses: readonly string[]): string => {
  const entry = root === 'urlset' ? 'url' : 'sitemap';
  const entries = addresses.map((address) => `<${entry}><loc>${address}</loc></${entry}>\n`).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries}</${root}>
`;
};

/** Lists pages for search engines: the site's own in part 0, booking pages from part 1 on. */
export const createSitemap = ({
  pool,
  strict: provenOnly,
  config,
  size = pagesInPart,
}: SitemapDeps): Sitemap => {
  const { publicOrigin, signUp } = config;
  const own = [
    'login',
    ...(signUp === 'invited' ? [] : ['signup']),
    'privacy-policy',
    'terms-and-conditions',
    'cookie-policy',
  ];
  const named = (paths: readonly string[]): string =>
    written(
      'urlset',
      paths.map((path) => `${publicOrigin}/${path}`),
    );
  return {
    index: async () => {
      const [row] = await select<{ count: number }>(pool, countSql, [provenOnly]);
      const parts = Array.from({ length: 1 + Math.ceil((row?.count ?? 0) / size) }, (_, part) => part);
      return written(
        'sitemapindex',
        parts.map((part) => `${publicOrigin}/sitemap-${part}.xml`),
      );
    },
    part: async (number) => {
      if (number === 0) return named(own);
      const asked = [provenOnly, (number - 1) * size, size];
      const rows = await select<{ slug: string }>(pool, slugsSql, asked);
      return rows.length === 0 ? null : named(rows.map(({ slug }) => `booking/${slug}`));
    },
  };
};
