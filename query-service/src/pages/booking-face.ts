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

/** What visitors may know of a booking page: the answers of the calls that the page would make first. */
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

/** What the pro of a booking page is called, to a visitor who may know; else null. */
export const readName = async (
  app: FastifyInstance,
  slug: string,
  visitor: Visitor,
): Promise<string | null> => {
  const pro = await readerOf(app, visitor)('getProByUrl', slug);
  return pro && nameOf(pro);
};

/**
 * Reads a booking page's first data by the very calls that the page would make, as the visitor and counted as one read of theirs:
 * what they may not know is not in there. Null where any of them does not answer, so that the page asks by itself.
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

/** Where a booking address leads that its pro has left; else null. */
export const readFormer = async (
  app: FastifyInstance,
  slug: string,
  visitor: Visitor,
): Promise<string | null> =>
  (await readerOf(app, visitor)('getFormerAddress', slug))?.calendarPageUrl ?? null;

/** Texts of the public pages, which the built web has as files: of one language, or none where it has none. */
type Texts = { title: string; share: { description: string; descriptionWithout: string } };

const readTexts = async (directory: string, language: Language): Promise<Texts> =>
  JSON.parse(await readFile(join(directory, 'locales', language, 'booking.json'), 'utf8')) as Texts;

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Text as it stands in HTML, or in an attribute. */
export const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => signs[sign] ?? '');

/** What would end the element, begin a comment in it or break the line for a reader older than JSON in scripts. */
const breaking = /[<>&\u2028\u2029]/g;
const asEscape = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** JSON that cannot end the element that it stands in. */
const data = (type: string, id: string, value: unknown): string =>
  `<script type="${type}" id="${id}">${JSON.stringify(value).replaceAll(breaking, asEscape)}</script>`;

const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => values[key] ?? '');

/** What search engines make of it: who, and where they can be visited. */
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

/** The name as a picture; a name in other letters than Latin has the product's own instead. */
const picture = (name: string, url: string, publicOrigin: string): Readonly<Record<string, string>> =>
  canDraw(name)
    ? {
        'og:image': `${url}/picture.png`,
        'og:image:width': String(pictureSize.width),
        'og:image:height': String(pictureSize.height),
        'og:image:alt': name,
      }
    : { 'og:image': `${publicOrigin}/icons/icon-512.png` };

type Asked = { face: BookingFace; directory: string; publicOrigin: string };

/** How a booking page is called, found and shared, in its pro's language; with its first data, for the page itself. */
export const headOf = async ({ face, directory, publicOrigin }: Asked) => {
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
  const told = [
    `<meta name="description" content="${escaped(description)}" />`,
    `<link rel="canonical" href="${escaped(url)}" />`,
    `<meta name="twitter:card" content="${canDraw(name) ? 'summary_large_image' : 'summary'}" />`,
    ...Object.entries(shared).map(([key, value]) => `<meta property="${key}" content="${escaped(value)}" />`),
    data('application/ld+json', 'linked-data', linkedData(face, { name, url, clinics })),
    // Where nothing can be booked yet the page asks by itself, and so sees what was opened a moment ago.
    ...(clinics.length > 0 ? [data('application/json', 'first-data', face)] : []),
  ];
  return { title: escaped(title), language, told: told.join('') };
};
