import type { Call } from '@visita/contracts/api/call';
import { api, type Api, type Answer, type CallName } from '@visita/contracts/api/table';
import { createZone, type Zone } from '@visita/contracts/availability/zones';
import { deriveId } from '@visita/platform/ids/derive-id';
import { createMemoryEventStore } from '@visita/platform/testing/memory-event-store';
import { beginning, type EventStore } from '@visita/platform/event-store/port';
import type { Caller } from '@visita/platform/auth/caller';
import type { CallContext, Handlers } from '@visita/platform/http/calls';
import { createAccountTokens } from '@visita/platform/auth/account-token';
import { createBookingTokens } from '@visita/platform/auth/booking-token';
import { createWaitingTokens } from '@visita/platform/auth/waiting-token';
import { productTexts } from '@visita/platform/config/consent-texts';
import type { TrustMode } from '@visita/platform/config/trust';
import { createHoldCodes } from '@visita/platform/auth/hold-code';
import { createProofsOfWork } from '@visita/platform/auth/proof-of-work';
import { createKeyedHash } from '@visita/platform/vault/hash';
import type { PersonalValue } from '@visita/platform/vault/pseudonyms';
import { accountHandlers } from '../src/account/commands.ts';
import { proofHandlers } from '../src/account/proof.ts';
import { type RecoveryDeps, recoveryHandlers } from '../src/account/recovery.ts';
import { sessionHandlers } from '../src/account/sessions.ts';
import { factorHandlers } from '../src/account/factors.ts';
import { passkeyHandlers } from '../src/account/passkeys.ts';
import { changeHandlers } from '../src/booking/changes.ts';
import { placingHandlers } from '../src/booking/commands.ts';
import type { Earned, LiveHold } from '../src/booking/live-holds.ts';
import { manageHandlers } from '../src/booking/manage.ts';
import { blockHandlers } from '../src/block/commands.ts';
import { clinicHandlers } from '../src/clinic/commands.ts';
import { holidayHandlers } from '../src/clinic/holidays.commands.ts';
import type { Dependencies } from '../src/dependencies.ts';
import type { IndexedEntry, WaitingEntries } from '../src/waiting/entries.ts';
import { createDomain } from '../src/domain.ts';
import { hubHandlers } from '../src/hub/commands.ts';
import { teamHandlers } from '../src/hub/team.commands.ts';
import { careHandlers } from '../src/patient/care.ts';
import { mergingHandlers } from '../src/patient/merging.ts';
import type { PatientDeps } from '../src/patient/deps.ts';
import { patientHandlers } from '../src/patient/commands.ts';
import { remarkHandlers } from '../src/patient/remarks.ts';
import { seriesHandlers } from '../src/series/commands.ts';
import { recallHandlers } from '../src/recall/commands.ts';
import { surveyHandlers } from '../src/survey/commands.ts';
import { choiceHandlers } from '../src/messages/own-page.ts';
import { proHandlers } from '../src/pro/commands.ts';
import { waitingHandlers } from '../src/waiting/commands.ts';

export const pro = (proId: string): Caller => ({ kind: 'pro', proId, sessionId: deriveId(proId, 'session') });
export const anyone: Caller = { kind: 'anonymous' };
export const patientOf = (bookingId: string): Caller => ({ kind: 'booking', bookingId });

type Request = {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  as?: Caller;
  id?: string;
  address?: string;
  cookies?: string;
  signed?: CallContext<CallName>['request']['signed'];
};
export type Answered<Name extends CallName> = { answer: Answer<Api[Name]>; position: string | null };

/** Plain passwords: hashing them would test nothing here. */
const plainCredentials = (): Dependencies['credentials'] => {
  const passwords = new Map<string, string>();
  return {
    set: async (proId, password) => void passwords.set(proId, password),
    prepare: async (password) => async (proId) => void passwords.set(proId, password),
    verify: async (proId, password) => proId !== null && passwords.get(proId) === password,
    mark: async (proId) => passwords.get(proId ?? '') ?? null,
    setAt: async () => null,
    remove: async (proId) => void passwords.delete(proId),
  };
};

const memorySessions = (): Dependencies['sessions'] => {
  const alive = new Map<string, string>();
  return {
    start: async (proId) => {
      alive.set(deriveId(proId, 'session'), proId);
      return deriveId(proId, 'session');
    },
    end: async (sessionId) => void alive.delete(sessionId),
    endAll: async (proId) => void alive.delete(deriveId(proId, 'session')),
    endOthers: async () => undefined,
    endOne: async ({ sessionId }) => alive.delete(sessionId),
    list: async () => [],
    prove: async () => undefined,
    provenAt: async () => null,
    claimsOf: async () => null,
    purge: async () => 0,
    authenticate: async (token) => {
      const proId = alive.get(token);
      return proId === undefined ? null : { proId, sessionId: token };
    },
  };
};

const memoryBrowsers = (): Dependencies['browsers'] => {
  const known = new Set<string>();
  return {
    find: async (proId, cookies) => (cookies === proId ? `browser of ${proId}` : null),
    hasAny: async (proId) => known.has(proId),
    remember: async (proId) => {
      known.add(proId);
      return proId;
    },
  };
};

const memoryFailures = (): Dependencies['loginFailures'] => {
  const failures = new Map<string, number>();
  return {
    begin: async (account, free) => {
      const number = (failures.get(account) ?? 0) + 1;
      if (number > free) return { wait: 1 };
      failures.set(account, number);
      return { number };
    },
    forget: async (account) => void failures.delete(account),
    purge: async () => undefined,
  };
};

/** Creates one passkey per pro, which signs with their id; challenges are not checked. */
const memoryPasskeys = (): Dependencies['factors']['passkeys'] => {
  const names = new Map<string, string>();
  const idOf = (proId: string) => deriveId(proId, 'passkey');
  const request = { rpId: 'localhost', timeout: 1, userVerification: 'required' } as const;
  return {
    list: async (proId) => {
      const name = names.get(proId);
      if (name === undefined) return [];
      return [{ passkeyId: idOf(proId), name, created: new Date(0), lastUsed: null }];
    },
    has: async (proId) => names.has(proId),
    begin: async ({ proId }, label) => ({
      challenge: 'c',
      rp: { id: 'localhost', name: 'Visita' },
      user: { id: proId, name: label, displayName: label },
      pubKeyCredParams: [],
      timeout: 1,
      attestation: 'none',
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      excludeCredentials: [],
    }),
    add: async ({ proId }, name, { id }) => {
      if (id === proId) names.set(proId, name);
      return id === proId;
    },
    request: (sessionId) => ({ challenge: sessionId ?? 'log-in', ...request }),
    use: async ({ id, signature }) =>
      names.has(id) && signature === id ? { proId: id, passkeyId: idOf(id) } : null,
    rename: async ({ proId, passkeyId }, name) => {
      const known = names.has(proId) && passkeyId === idOf(proId);
      if (known) names.set(proId, name);
      return known;
    },
    remove: async ({ proId, passkeyId }) => passkeyId === idOf(proId) && names.delete(proId),
    removeAll: async (proId) => void names.delete(proId),
  };
};

/** Creates one authenticator per pro, with a constant code; recovery codes of one character. */
const memoryFactors = (): Dependencies['factors'] => {
  const passkeys = memoryPasskeys();
  const on = new Map<string, string>();
  const codes = new Map<string, Set<string>>();
  return {
    list: async (proId) => (on.has(proId) ? [{ factorId: on.get(proId)!, created: new Date(0) }] : []),
    passkeys,
    isOn: async (proId) => on.has(proId) || (await passkeys.has(proId)),
    begin: async (proId, label) => ({ factorId: deriveId(proId, 'factor'), secret: 's', uri: label }),
    confirm: async ({ proId, factorId }, code) => {
      if (code === '123456') on.set(proId, factorId);
      return code === '123456';
    },
    use: async (proId, code) => {
      if (code === '123456') return 'authenticator';
      return codes.get(proId)?.delete(code) ? 'recovery' : null;
    },
    remove: async ({ proId, factorId }) => {
      if (await passkeys.remove({ proId, passkeyId: factorId })) return 'passkey';
      return on.delete(proId) ? 'authenticator' : null;
    },
    removeAll: async (proId) => void on.delete(proId),
    codes: {
      left: async (proId) => codes.get(proId)?.size ?? 0,
      renew: async (proId) => {
        codes.set(proId, new Set(['a', 'b']));
        return ['a', 'b'];
      },
      use: async () => false,
      removeAll: async () => undefined,
    },
  };
};

const memoryPseudonyms = (): Dependencies['pseudonyms'] => {
  const ids = new Map<string, string>();
  let made = 0;
  const keyOf = ({ kind, scope, value }: PersonalValue): string => [kind, scope, value].join(' ');
  return {
    idOf: async (value) => {
      const id = ids.get(keyOf(value)) ?? deriveId('pseudonym', String((made += 1)));
      ids.set(keyOf(value), id);
      return id;
    },
    find: async (value) => ids.get(keyOf(value)) ?? null,
    guess: (value) => ids.get(keyOf(value)) ?? null,
    lead: async (value, id) => {
      const known = ids.get(keyOf(value)) ?? id;
      ids.set(keyOf(value), known);
      return known;
    },
    forget: async (value) => void ids.delete(keyOf(value)),
    forgetId: async (id) => {
      for (const [key, known] of ids) if (known === id) ids.delete(key);
    },
  };
};

export const memoryDependants = (): Dependencies['dependants'] => {
  let rows: Parameters<Dependencies['dependants']['put']>[0][] = [];
  return {
    put: async (row) => void rows.push(row),
    of: async (id) => [
      ...new Set(rows.filter((row) => row.responsibleId === id).map((row) => row.patientId)),
    ],
    forget: async (id) => {
      rows = rows.filter((row) => row.patientId !== id);
    },
  };
};

/** Keeps entries like the table; upcoming visits are set by a test. */
export const memoryWaitingEntries = () => {
  const entries = new Map<string, IndexedEntry>();
  const visits = new Map<string, string[]>();
  const byJoining = () =>
    [...entries.values()].toSorted((one, other) => ((one.joined ?? '') < (other.joined ?? '') ? -1 : 1));
  const idsOf = (wanted: (entry: IndexedEntry) => boolean) =>
    byJoining()
      .filter(wanted)
      .map(({ entryId }) => entryId);
  return {
    visits,
    put: async (entry: IndexedEntry) =>
      void entries.set(entry.entryId, {
        ...entry,
        joined: entry.joined ?? entries.get(entry.entryId)?.joined,
      }),
    remove: async (entryId: string) => void entries.delete(entryId),
    any: () => Promise.resolve(entries.size > 0),
    waitingAt: async (clinicId: string, joinedBy = '9999') => {
      const at = idsOf(
        (entry) => entry.clinicId === clinicId && entry.waiting && (entry.joined ?? '') <= joinedBy,
      );
      const isUrgent = (id: string) => entries.get(id)?.urgent === true;
      return [...at.filter(isUrgent), ...at.filter((id) => !isUrgent(id))];
    },
    at: async (clinicId: string) => idsOf((entry) => entry.clinicId === clinicId),
    ofPatient: async (patientId: string, only?: { readonly waiting: true }) =>
      idsOf((entry) => entry.patientId === patientId && (!only || entry.waiting)),
    ofBooking: async (bookingId: string) => idsOf((entry) => entry.bookingId === bookingId),
    due: async (now: Date) => idsOf(({ lookAt }) => lookAt <= now.toISOString()),
    upcomingOf: async (patientId: string) => visits.get(patientId) ?? [],
  } satisfies WaitingEntries & { visits: unknown };
};

const memoryRequiredFactors = () => {
  const byClinic = new Map<string, readonly string[]>();
  return {
    replace: async (clinicId: string, proIds: readonly string[]) => void byClinic.set(clinicId, proIds),
    of: (clinicId: string) => byClinic.get(clinicId) ?? [],
  };
};

const memoryLegalHolds = (): Dependencies['legalHolds'] => {
  const held = new Map<string, string>();
  return {
    put: async ({ patientId, proId }) => void held.set(patientId, proId),
    ofPro: async (proId) => [...held].flatMap(([id, whose]) => (whose === proId ? [id] : [])),
  };
};

const memoryLiveHolds = (): Dependencies['liveHolds'] => {
  const holds = new Map<string, LiveHold & Partial<Earned>>();
  return {
    earn: async (earned, now) => {
      const hold = holds.get(earned.bookingId);
      if (hold) holds.set(earned.bookingId, { ...hold, until: earned.until, holder: earned.holder });
      return [...holds.values()].filter(
        ({ bookingId, proId, holder, until }) =>
          proId === earned.proId &&
          earned.holder !== null &&
          holder === earned.holder &&
          until > now &&
          bookingId !== earned.instead,
      ).length;
    },
    add: async (hold, now) => {
      if (!holds.has(hold.bookingId)) holds.set(hold.bookingId, hold);
      const live = [...holds.values()].filter(
        ({ bookingId, proId, until }) => proId === hold.proId && until > now && bookingId !== hold.instead,
      );
      return {
        minutes: live.reduce((sum, { minutes }) => sum + minutes, 0),
        fromNetwork: live.filter(({ network }) => network === hold.network).length,
      };
    },
    rename: async (bookingId, to) => {
      const hold = holds.get(bookingId);
      holds.delete(bookingId);
      if (hold && !holds.has(to)) holds.set(to, { ...hold, bookingId: to });
    },
    end: async (bookingId) => void holds.delete(bookingId),
  };
};

const handlersOf = (deps: Dependencies & RecoveryDeps & PatientDeps): Handlers => ({
  ...accountHandlers(deps),
  ...proofHandlers(deps),
  ...recoveryHandlers(deps),
  ...sessionHandlers(deps),
  ...factorHandlers(deps),
  ...passkeyHandlers(deps),
  ...proHandlers(deps),
  ...clinicHandlers(deps),
  ...holidayHandlers(deps),
  ...blockHandlers(deps),
  ...hubHandlers(deps),
  ...teamHandlers(deps),
  ...placingHandlers(deps),
  ...changeHandlers(deps),
  ...manageHandlers(deps),
  ...patientHandlers(deps),
  ...remarkHandlers(deps),
  ...mergingHandlers(deps),
  ...careHandlers(deps),
  ...seriesHandlers(deps),
  ...surveyHandlers(deps),
  ...waitingHandlers(deps),
  ...recallHandlers(deps),
  ...choiceHandlers({ ...deps, messaging: { numbers } }),
});

const numbers = { of: (e164: string) => e164, all: (e164: string) => [e164] };

/** Creates a function that calls handlers as HTTP would. */
export const createCall =
  (handlers: Handlers, nextId: () => string) =>
  async <Name extends CallName>(name: Name, request: Request = {}): Promise<Answered<Name>> => {
    const { params = {}, query = {}, body, as = anyone, address = '192.0.2.1', cookies, signed } = request;
    const { id = nextId() } = request;
    const {
      params: paramsSchema,
      query: querySchema,
      body: bodySchema,
      answer: answerSchema,
    }: Call = api[name];
    let position: string | null = null;
    const handler = handlers[name] as (context: unknown) => Promise<unknown>;
    const context: Omit<CallContext<Name>, 'params' | 'body' | 'query'> & Record<string, unknown> = {
      params: paramsSchema.parse(params),
      query: querySchema.parse(query),
      body: bodySchema.parse(body),
      caller: as,
      request: {
        requestId: id,
        correlationId: id,
        commandId: id,
        actor: as.kind === 'pro' ? `pro:${as.proId}` : 'anonymous',
        address,
        cookies,
        signed,
      },
      wrote: (written) => {
        if (written > (position ?? beginning)) position = written;
      },
    };
    const answer = answerSchema.parse(await handler(context)) as Answer<Api[Name]>;
    return { answer, position };
  };

/**
 * Creates the command side with a store in memory, and calls it as HTTP would. The time is Friday
 * 20 November 2026, 10:00 in Rome.
 */
export const createWorld = (
  store: EventStore = createMemoryEventStore(),
  trust: TrustMode = 'open',
  wait: () => Promise<void> = async () => undefined,
) => {
  let at = Date.parse('2026-11-20T09:00:00.000Z');
  let requests = 0;
  const nextId = () => deriveId('request', String((requests += 1)));
  let updated = true;
  const pauses: number[] = [];
  const zones = new Map<string, Zone>();
  const accountTokens = createAccountTokens(Buffer.alloc(32, 7));
  const hash = createKeyedHash(Buffer.alloc(32, 7));
  const shared = {
    credentials: plainCredentials(),
    sessions: memorySessions(),
    hash,
    liveHolds: memoryLiveHolds(),
    dependants: memoryDependants(),
    bookingsOf: async () => [],
    legalHolds: memoryLegalHolds(),
    proofs: createProofsOfWork(hash),
    holdCodes: createHoldCodes(Buffer.alloc(32, 7)),
    browsers: memoryBrowsers(),
    loginFailures: memoryFailures(),
    factors: memoryFactors(),
    requiredFactors: memoryRequiredFactors(),
    pseudonyms: memoryPseudonyms(),
    personalKeys: { getKeys: async () => new Map(), keysFor: async () => new Map() },
    strict: trust === 'strict',
    consentTexts: productTexts,
    signUps: { allows: () => true },
    feeds: { has: async () => false, remove: async () => undefined },
    zones: (timezone: string) => {
      const zone = zones.get(timezone) ?? createZone(timezone);
      zones.set(timezone, zone);
      return zone;
    },
    now: () => new Date(at),
    accountTokens,
    bookingTokens: createBookingTokens(Buffer.alloc(32, 7)),
    waitingTokens: createWaitingTokens(Buffer.alloc(32, 7)),
    waitingEntries: memoryWaitingEntries(),
    isUpdateComplete: async () => updated,
    pause: (milliseconds: number) => {
      pauses.push(milliseconds);
      return wait();
    },
    uidHost: 'visita.example',
    publicOrigin: 'https://visita.example',
    holdMinutes: 60,
    holdsPerPatient: 3,
  };

  /** Starts a process of the service with its own cache. */
  const startProcess = (through: EventStore = store) => {
    const domain = createDomain(through);
    const deps = { ...shared, domain };
    const call = createCall(handlersOf(deps), nextId);
    return { domain, call, /** Dependencies of processes. */ deps };
  };

  return {
    ...startProcess(),
    store,
    startProcess,
    now: shared.now,
    credentials: shared.credentials,
    pseudonyms: shared.pseudonyms,
    dependants: shared.dependants,
    requiredFactors: shared.requiredFactors,
    accountTokens,
    /** Says whether processes of an earlier release still run. */
    setUpdated: (value: boolean) => {
      updated = value;
    },
    /** Deliberate waits of calls, in order. */
    pauses,
    advance: (minutes: number) => {
      at += minutes * 60_000;
    },
  };
};
export type World = ReturnType<typeof createWorld>;

export const typesSince = async (store: EventStore, position: string): Promise<string[]> =>
  (await store.readAll(position, 10_000)).map((event) => event.type);
