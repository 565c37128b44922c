import { sample, sampleId, sampleIds } from '@visita/contracts/samples';
import { readConfig } from '@visita/platform/config/config';
import type { TrustMode } from '@visita/platform/config/trust';
import { createLimiter } from '@visita/platform/http/limits';
import { createLoadShedding } from '@visita/platform/http/load-shedding';
import { createHttpServer } from '@visita/platform/http/server';
import { serveSitemap } from '@visita/query-service/sitemap/serve';
import { silent } from '@visita/platform/testing/database';
import { createSitemap } from '@visita/query-service/sitemap/sitemap';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createQueryWorld, type QueryWorld } from '../support/query-world.ts';
import { sampleClinic } from '../support/sample-clinic.ts';

const publicOrigin = 'https://visita.example';
const now = '2026-11-20T08:00:00.000Z';
const numbers = [11, 12, 13, 14, 15];
/** Accounts that work at a reception only. */
const receptions = [16, 17];
const proId = (number: number) => sampleId(1, number);

let world: QueryWorld;
beforeAll(async () => {
  world = await createQueryWorld({ now });
  await world.given(...sampleClinic);
  for (const number of numbers)
    await world.given(
      sample('ProSignedUp', {
        proId: proId(number),
        email: `p${number}@example.com`,
        username: `pro${number}`,
      }),
      sample('PersonalDataSaved', { proId: proId(number) }),
      sample('PlanChosen', { proId: proId(number) }),
    );
  for (const number of receptions)
    await world.given(
      sample('ProSignedUp', {
        proId: proId(number),
        email: `p${number}@example.com`,
        username: `pro${number}`,
      }),
      sample('PersonalDataSaved', { proId: proId(number) }),
      sample('PlanChosen', { proId: proId(number) }),
      sample('ProAddressProven', { proId: proId(number) }),
      sample('CollaboratorInvited', {
        hubId: sampleId(3, number),
        proId: proId(number),
        role: 'reception',
        status: 'active',
      }),
    );
  await world.given(sample('ProAddressProven', { proId: proId(15) }), {
    type: 'OptionsChanged',
    data: { proId: proId(12), changes: { searchEngines: false } },
  });
});
afterAll(() => world.close());

/** Serves a sitemap with two booking pages per part. */
const serving = ({
  trust = 'open',
  signUp = 'open',
}: { trust?: TrustMode; signUp?: 'open' | 'invited' } = {}) => {
  const app = createHttpServer({ config: { publicOrigin, trustProxy: false }, log: silent });
  onTestFinished(() => app.close());
  const sitemap = createSitemap({
    pool: world.database.pool,
    strict: trust === 'strict',
    config: { publicOrigin, signUp },
    size: 2,
  });
  const { limits } = readConfig({ RATE_LIMIT_R: '7/1m' });
  const limiter = createLimiter({ limits, clock: () => new Date(now) });
  serveSitemap(app, { sitemap, limiter, loadShedding: createLoadShedding({ maximum: 5, log: silent }) });
  return async (path: string) => {
    const { statusCode, headers, body } = await app.inject(path);
    return {
      status: statusCode,
      headers,
      named: [...body.matchAll(/<loc>(.+?)<\/loc>/g)].map(([, loc]) => loc),
    };
  };
};

const pages = (...paths: readonly string[]) => paths.map((path) => `${publicOrigin}/${path}`);

test('the sitemap lists the indexable pages, in parts', async () => {
  const ask = serving();
  const index = await ask('/sitemap.xml');
  expect(index.headers['content-type']).toContain('application/xml');
  expect(index.named).toEqual(pages('sitemap-0.xml', 'sitemap-1.xml', 'sitemap-2.xml', 'sitemap-3.xml'));
  const own = pages('login', 'signup', 'privacy-policy', 'terms-and-conditions', 'cookie-policy');
  expect((await ask('/sitemap-0.xml')).named).toEqual(own);
  // Without professionals who disabled indexing or are not onboarded.
  expect((await ask('/sitemap-1.xml')).named).toEqual(pages('booking/anna', 'booking/bruno'));
  expect((await ask('/sitemap-2.xml')).named).toEqual(pages('booking/pro11', 'booking/pro13'));
  expect((await ask('/sitemap-3.xml')).named).toEqual(pages('booking/pro14', 'booking/pro15'));
  expect([(await ask('/sitemap-4.xml')).status, (await ask('/sitemap-x.xml')).status]).toEqual([404, 404]);
  expect((await ask('/sitemap.xml')).status, 'asked too often').toBe(200);
  expect((await ask('/sitemap.xml')).status, 'asked too often').toBe(429);
});

test('under strict trust, lists no page that is hidden from visitors', async () => {
  const ask = serving({ trust: 'strict', signUp: 'invited' });
  expect((await ask('/sitemap.xml')).named).toEqual(pages('sitemap-0.xml', 'sitemap-1.xml'));
  expect((await ask('/sitemap-1.xml')).named).toContain(`${publicOrigin}/booking/pro15`);
  expect((await ask('/sitemap-1.xml')).named).not.toContain(`${publicOrigin}/booking/pro11`);
  expect((await ask('/sitemap-0.xml')).named).not.toContain(`${publicOrigin}/signup`);
});

test('an account that works at receptions only has no booking page, until it has another hub', async () => {
  const ask = () => world.ask('getProByUrl', { params: { url: 'pro16' } });
  await expect(ask()).rejects.toMatchObject({ code: 'not-found' });
  const hub = { clinicId: sampleIds.clinic, hubId: sampleId(3, 18), proId: proId(16) };
  await world.given(sample('CollaboratorInvited', { ...hub, role: 'guest', status: 'pending' }));
  await expect(ask()).rejects.toMatchObject({ code: 'not-found' });
  await world.given({ type: 'CollaborationAccepted', data: { clinicId: hub.clinicId, hubId: hub.hubId } });
  expect((await ask()).data).toMatchObject({ calendarPageUrl: 'pro16' });
});

test('a stranger’s invitation as reception hides no booking page', async () => {
  const hub = { hubId: sampleId(3, 19), proId: proId(14), role: 'reception', status: 'pending' } as const;
  await world.given(sample('CollaboratorInvited', hub));
  expect((await world.ask('getProByUrl', { params: { url: 'pro14' } })).data).toMatchObject({
    calendarPageUrl: 'pro14',
  });
});
