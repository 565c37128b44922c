import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pageLoadHeader } from '@visita/contracts/api/headers';
import { api, type Answer, type Api } from '@visita/contracts/api/table';
import type { PublicClinic } from '@visita/contracts/clinic/views';
import type { Language } from '@visita/contracts/language';
import { spokenBy } from '@visita/contracts/pro/spoken';
import type { PublicPro } from '@visita/contracts/pro/views';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { canDraw, pictureSize } from './name-picture.ts';

type Read = 'getProByUrl' | 'getFormerAddress' | 'getProClinics' | 'getProHubs' | 'getOptions';
type DataOf<Name extends Read> = Answer<Api[Name]>['data'];

/** Public data of a booking page: the answers of its first calls. */
export type BookingFace = {
  pro: PublicPro;
  clinics: PublicClinic[];
  hubs: DataOf<'getProHubs'>;
  options: DataOf<'getOptions'>;
};

type Visitor = Pick<FastifyRequest, 'ip'> & { load: string };

const readerOf =
  (app: FastifyInstance, { ip, load }: Visitor) =>
  async <Name extends Read>(name: Name, value: string): Promise<DataOf<Name> | null> => {
    const url = api[name].path.replace(/:\w+/, encodeURIComponent(value));
    const answer = await app.inject({ url, remoteAddress: ip, headers: { [pageLoadHeader]: load } });
    const answered = answer.statusCode === 200 && answer.headers['content-type']?.includes('json');
    return answered ? answer.json<{ data: DataOf<Name> }>().data : null;
  };

const nameOf = ({ name, lastname, username }: PublicPro): string =>
  [name, lastname].filter(Boolean).join(' ') || username;

/** Returns the pro's name on a booking page; null if the page is not public. */
export const readName = async (
  app: FastifyInstance,
  slug: string,
  visitor: Visitor,
): Promise<string | null> => {
  const pro = await readerOf(app, visitor)('getProByUrl', slug);
  return pro && nameOf(pro);
};

/**
 * Reads a booking page's first data through the same calls as the page, with the visitor's rights and counted
 * as one read. Null if a call fails; the page then reads the data itself.
 */
export const readFace = async (
  app: FastifyInstance,
  slug: string,
  visitor: Visitor,
): Promise<BookingFace | null> => {
  const read = readerOf(app, visitor);
  const pro = await read('getProByUrl', slug);
  if (!pro) return null;
  const [clinics, hubs, options] = await Promise.all([
    read('getProClinics', pro.id),
    read('getProHubs', pro.id),
    read('getOptions', pro.id),
  ]);
  return clinics && hubs && options ? { pro, clinics, hubs, options } : null;
};

/** Returns the present address for a former booking address; else null. */
export const readFormer = async (
  app: FastifyInstance,
  slug: string,
  visitor: Visitor,
): Promise<string | null> =>
  (await readerOf(app, visitor)('getFormerAddress', slug))?.calendarPageUrl ?? null;

/** Texts of the public pages, from files of the built web: of one language, or none if it has none. */
type Texts = { title: string; share: { description: string; descriptionWithout: string } };

const readTexts = async (directory: string, language: Language): Promise<Texts> =>
  JSON.parse(await readFile(join(directory, 'locales', language, 'booking.json'), 'utf8')) as Texts;

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Escapes text for HTML content and attributes. */
export const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => signs[sign] ?? '');

/** Characters that would end the element, start a comment in it, or break a line in old JavaScript. */
const breaking = /[<>&\u2028\u2029]/g;
const asEscape = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Returns JSON that cannot end its script element. */
const data = (type: string, id: string, value: unknown): string =>
  `<script type="${type}" id="${id}">${JSON.stringify(value).replaceAll(breaking, asEscape)}</script>`;

const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => values[key] ?? '');

/** Returns the linked data for search engines: the professional and the places of visits. */
const linkedData = (
  { options }: BookingFace,
  { name, url, clinics }: { name: string; url: string; clinics: readonly PublicClinic[] },
) => ({
  '@context': 'https://schema.org',
  '@type': 'Person',
  name,
  url,
  ...(spokenBy(options).length > 0 ? { knowsLanguage: spokenBy(options) } : {}),
  workLocation: clinics.map((clinic) => ({
    '@type': 'Place',
    name: clinic.name,
    address: {
      '@type': 'PostalAddress',
      streetAddress: clinic.address,
      postalCode: clinic.postal_code,
      addressLocality: clinic.city,
      addressCountry: clinic.country,
    },
  })),
  potentialAction: { '@type': 'ReserveAction', target: url },
});

/** Returns the name as a picture; the product's own picture if the name has non-Latin letters. */
const picture = (name: string, url: string, publicOrigin: string): Readonly<Record<string, string>> =>
  canDraw(name)
    ? {
        'og:image': `${url}/picture.png`,
        'og:image:width': String(pictureSize.width),
        'og:image:height': String(pictureSize.height),
        'og:image:alt': name,
      }
    : { 'og:image': `${publicOrigin}/icons/icon-512.png` };

type HeadOptions = { face: BookingFace; directory: string; publicOrigin: string };

/** Returns the title, description, preview and first data of a booking page, in its pro's language. */
export const headOf = async ({ face, directory, publicOrigin }: HeadOptions) => {
  const { pro, options } = face;
  const language = options.comunicationsLanguage;
  const texts = await readTexts(directory, language);
  const clinics = face.clinics.filter(({ online_booking: online }) => online);
  const name = nameOf(pro);
  const places = clinics.map((clinic) => `${clinic.name}, ${clinic.city}`).join('; ');
  const title = `${filled(texts.title, { name })} · Visita`;
  const description = filled(places ? texts.share.description : texts.share.descriptionWithout, {
    name,
    places,
  });
  const url = `${publicOrigin}/booking/${pro.calendarPageUrl}`;
  const named = { 'og:title': title, 'og:description': description, 'og:url': url, 'og:type': 'website' };
  const shared = {
    ...named,
    'og:site_name': 'Visita',
    'og:locale': language,
    ...picture(name, url, publicOrigin),
  };
  const meta = [
    `<meta name="description" content="${escaped(description)}" />`,
    `<link rel="canonical" href="${escaped(url)}" />`,
    `<meta name="twitter:card" content="${canDraw(name) ? 'summary_large_image' : 'summary'}" />`,
    ...Object.entries(shared).map(([key, value]) => `<meta property="${key}" content="${escaped(value)}" />`),
    data('application/ld+json', 'linked-data', linkedData(face, { name, url, clinics })),
    // Without bookable clinics the page reads the data itself, so that it sees a newly opened one.
    ...(clinics.length > 0 ? [data('application/json', 'first-data', face)] : []),
  ];
  return { title: escaped(title), language, meta: meta.join('') };
};
