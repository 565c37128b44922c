import { randomUUID } from 'node:crypto';
import { freePort } from '@visita/platform/machine/free-port';
import { api } from '@visita/contracts/api/table';
import { mailJob } from '@visita/contracts/jobs';
import { problems } from '@visita/contracts/problem';
import { projections } from '@visita/projector/projections';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Client, createClient, succeed } from '../support/http.ts';
import { dayAhead, openClinic, type OpenedClinic, registerPro, requestOf } from '../support/http-practice.ts';
import { lookInside, sentMails, tokenIn } from '../support/inside.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { type ReceivedSpan, startTraceReceiver, type TraceReceiver } from '../support/trace-receiver.ts';

const [professional, patient] = ['bartolomea', 'ermenegildo'];
const correlation = randomUUID();
const timeoutMs = 30_000;
const testLimit = 3 * timeoutMs;

let receiver: TraceReceiver;
let stack: Stack;
let metricsAt: string;
let client: Client;
let pro: Awaited<ReturnType<typeof registerPro>>;
let clinic: OpenedClinic;
/** Data that operators must not see. */
const secrets: string[] = [professional, patient, '3330001111', '3331234567', 'secret123'];

const sent = async (): Promise<string | undefined> =>
  (await sentMails(stack.varDirectory)).find((mail) => mail.includes(`To: ${patient}@example.com`));

beforeAll(async () => {
  receiver = await startTraceReceiver();
  const port = await freePort();
  metricsAt = `http://127.0.0.1:${port}/metrics`;
  stack = await startStack({
    METRICS_PORT: String(port),
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
    LOG_LEVEL: 'debug',
  });
  client = createClient(stack.address);
  pro = await registerPro(client, professional);
  clinic = await openClinic(client, pro, 'Studio Roma');
  const date = `${dayAhead(7)}T09:00`;
  const body = requestOf(clinic.clinicId, clinic.offers[0], date, patient);
  await succeed(client.call('requestBooking', { body, correlation }));
  const refused = await client.call('requestBooking', {
    body: requestOf(clinic.clinicId, clinic.offers[0], date, `${patient}due`),
  });
  expect(refused.body.code).toBe('slot-taken');
  const mail = await vi.waitUntil(sent, timeoutMs);
  const token = tokenIn(mail);
  await succeed(client.call('confirmBooking', { token }));
  secrets.push(token, pro.token);
}, 600_000);
afterAll(async () => {
  await stack?.stop();
  await receiver?.close();
}, 600_000);

/** Returns the booking's trace, including work batched with others. */
const traceOfBooking = (): readonly ReceivedSpan[] => {
  const { spans } = receiver;
  const call = spans.find(
    ({ name, attributes }) => name === 'requestBooking' && attributes['visita.correlationId'] === correlation,
  );
  if (!call) return [];
  const { traceId } = call;
  return spans.filter(
    (span) => span.traceId === traceId || span.links.some((link) => link.traceId === traceId),
  );
};

it(
  'joins the call, its events, projections and mail in one trace',
  async () => {
    const names = ['requestBooking', 'decide booking', 'flush', 'project', 'announce', 'socket emit'];
    const later = ['process mail', 'mail job', 'send mail'];
    const wanted = [...names, ...later];
    await vi
      .waitUntil(() => wanted.every((name) => traceOfBooking().some((span) => span.name === name)), timeoutMs)
      .catch(() => undefined);
    const trace = traceOfBooking();
    expect(trace.map(({ name }) => name)).toEqual(expect.arrayContaining(wanted));
    const parentOf = ({ parentSpanId }: ReceivedSpan) =>
      trace.find(({ spanId }) => spanId === parentSpanId)?.name;
    const one = (name: string) => trace.find((span) => span.name === name)!;
    expect(parentOf(one('decide booking'))).toBe('requestBooking');
    expect(parentOf(one('process mail'))).toBe('decide booking');
    expect(parentOf(one('mail job'))).toBe('process mail');
    expect(parentOf(one('send mail'))).toBe('mail job');
  },
  testLimit,
);

it('keeps the trace in the metadata of the events', async () => {
  await using inside = await lookInside(stack.place);
  const events = await inside.events();
  const placed = events.find(({ type }) => type === 'BookingPlaced');
  const decided = traceOfBooking().find(({ name }) => name === 'decide booking');
  expect(placed?.metadata.traceparent).toBe(`00-${decided?.traceId}-${decided?.spanId}-01`);
});

it(
  'contains ids and codes, but no personal data',
  async () => {
    await vi.waitUntil(() => receiver.raw().includes('send mail'), timeoutMs);
    const received = receiver.raw();
    expect(received).toContain('slot-taken');
    expect(secrets.filter((secret) => received.includes(secret))).toEqual([]);
  },
  testLimit,
);

type Sample = { readonly name: string; readonly labels: Readonly<Record<string, string>> };

const samplesOf = (exposed: string): Sample[] =>
  exposed.split('\n').flatMap((line) => {
    const [, name, labels = ''] = /^(visita_\w+)(?:\{(.*)\})? [\d.e+-]+$/.exec(line) ?? [];
    if (!name) return [];
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key, value] as const);
    return [{ name, labels: Object.fromEntries(pairs) }];
  });

/** Allowed values of each label. */
const known: Readonly<Record<string, readonly string[]>> = {
  call: [...Object.keys(api), 'calendar-feed', 'sitemap', 'other'],
  service: ['command', 'query'],
  status: ['1xx', '2xx', '3xx', '4xx', '5xx'],
  code: Object.keys(problems),
  limit: ['R', 'C', 'A', 'M', 'B', 'T', 'W', 'S', 'P', 'I', 'D', 'signup'],
  projection: projections.map(({ name }) => name),
  queue: ['mail', 'calendar'],
  state: ['waiting', 'active', 'delayed', 'parked', 'idle', 'used'],
  transport: ['websocket', 'polling'],
  kind: mailJob.shape.template.options,
  outcome: ['sent', 'failed', 'dropped'],
};

it('uses only label values that the code defines', async () => {
  const exposed = await (await fetch(metricsAt)).text();
  const samples = samplesOf(exposed);
  const expected: Sample[] = [
    { name: 'visita_http_requests_total', labels: { call: 'requestBooking', status: '2xx' } },
    { name: 'visita_rejections_total', labels: { call: 'requestBooking', code: 'slot-taken' } },
    { name: 'visita_mails_total', labels: { kind: 'confirmation-request', outcome: 'sent' } },
    { name: 'visita_queue_jobs', labels: { queue: 'mail', state: 'parked' } },
    { name: 'visita_projection_lag_seconds', labels: { projection: 'bookings' } },
    { name: 'visita_process_lag_events', labels: { process: 'mail' } },
    { name: 'visita_database_connections', labels: { state: 'used' } },
    { name: 'visita_sockets', labels: { transport: 'websocket' } },
  ];
  for (const sample of expected) expect(samples).toContainEqual(sample);
  for (const name of ['calls_in_hand', 'events_appended_total', 'overlapping_bookings', 'disk_free_bytes'])
    expect(samples).toContainEqual({ name: `visita_${name}`, labels: {} });
  const unknown = samples.flatMap(({ labels }) =>
    Object.entries(labels).filter(([label, value]) => {
      // Buckets are numbers; process names are defined where processes are created.
      if (label === 'le') return false;
      return label === 'process' ? !/^[a-z-]+$/.test(value) : !known[label]?.includes(value);
    }),
  );
  expect(unknown).toEqual([]);
  expect(secrets.filter((secret) => exposed.includes(secret))).toEqual([]);
  expect(exposed).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
});

type Line = Readonly<Record<string, unknown>>;

const linesOfLog = (): Line[] =>
  stack
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);

it(
  'logs each request, process and job with its correlation ids',
  async () => {
    await vi.waitUntil(() => linesOfLog().some(({ msg }) => msg === 'mail sent'), timeoutMs);
    await vi.waitUntil(() => traceOfBooking().length > 0, timeoutMs);
    const lines = linesOfLog();
    const { traceId } = traceOfBooking().find(({ name }) => name === 'requestBooking')!;
    const answered = lines.find(
      (line) => line['correlationId'] === correlation && line['msg'] === 'answered',
    );
    expect(answered).toMatchObject({ requestId: expect.any(String), traceId });
    const mailed = lines.find((line) => line['correlationId'] === correlation && line['msg'] === 'mail sent');
    expect(mailed).toMatchObject({ queue: 'mail', jobId: expect.any(String), traceId });
    const within = lines.filter((line) => ['requestId', 'process', 'jobId'].some((name) => name in line));
    expect(within.length).toBeGreaterThan(10);
    const without = (name: string) => within.filter((line) => typeof line[name] !== 'string');
    expect(without('correlationId')).toEqual([]);
    // Only calls of the table are traced.
    const traced = without('traceId').filter(
      ({ route }) => !/ (unknown|\/api\/health.*|\/.*\*)$/.test(String(route)),
    );
    expect(traced).toEqual([]);
  },
  testLimit,
);

it('logs security events in OWASP’s vocabulary, without personal data', async () => {
  const { call } = client;
  const login = (email: string, password: string) => call('logIn', { body: { email, password } });
  await succeed(login(pro.email, 'secret123'));
  expect((await login(pro.email, 'wrong123')).status).toBe(401);
  expect((await login('nobody@example.com', 'wrong123')).status).toBe(401);
  expect((await call('getPro', { params: { username: pro.proId }, token: 'none' })).status).toBe(401);
  await succeed(call('exportPro', { params: { id: pro.proId }, token: pro.token }));
  const said = () =>
    stack
      .output()
      .split('\n')
      .filter((line) => line.includes('"security":'))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .map(({ security, call: name, problem, proId }) => [security, name, problem, proId]);
  const { proId } = pro;
  await vi.waitFor(() =>
    expect(said()).toEqual(
      expect.arrayContaining([
        ['user_created', 'signUp', undefined, undefined],
        ['authn_login_success', 'logIn', undefined, proId],
        ['authn_login_fail', 'logIn', 'wrong-credentials', proId],
        ['authn_login_fail', 'logIn', 'wrong-credentials', undefined],
        ['authz_fail', 'getPro', 'unauthenticated', undefined],
        ['sensitive_read', 'exportPro', undefined, proId],
      ]),
    ),
  );
});

it('logs no personal data', () => {
  const output = stack.output();
  expect(secrets.filter((secret) => output.includes(secret))).toEqual([]);
});
