import type { Server as HttpServer, IncomingMessage } from 'node:http';
import { Server, type Socket } from 'socket.io';
import { z } from 'zod';
import { id } from '@visita/contracts/fields';
import type { ClientToServer, ServerToClient } from '@visita/contracts/live';
import { securityHeaders, strictTransport } from '@visita/platform/http/headers';
import { type Metrics, noMetrics, type Reading } from '@visita/platform/telemetry/metrics';
import { clinicRoom, roomsOf } from './rooms.ts';
import { createCounts, type SocketLimits } from './socket-counts.ts';
import type { Teams } from './teams.ts';

export type LiveSocketsDeps = {
  httpServer: HttpServer;
  publicOrigin: string;
  /** Returns the pro of an access token; null if the token or its session is no longer valid. */
  authenticate(token: string): Promise<{ proId: string; sessionId: string } | null>;
  teams: Teams;
  log: { warn(details: object, message: string): void };
  /** Tells whether a request names a host without sockets; none by default. */
  isElsewhere?: (request: IncomingMessage) => boolean;
  /**
   * Milliseconds between checks of sessions and memberships; 2,500 by default. Together with the session
   * cache, an ended session loses its sockets within 5 s.
   */
  checkEvery?: number;
  metrics?: Pick<Metrics, 'collect'>;
  /** Maximum number of sockets per network and per account; unlimited by default. */
  limits?: SocketLimits | undefined;
  /** Returns the network of a handshake; the connection's address by default. */
  networkOf?: (request: IncomingMessage) => string;
};

/** One message to the sockets in any of `rooms` and in none of `except`. */
export type Delivery = {
  [Name in keyof ServerToClient]: {
    readonly rooms: readonly string[];
    readonly except?: readonly string[];
    readonly event: Name;
    readonly payload: Parameters<ServerToClient[Name]>[0];
  };
}[keyof ServerToClient];

export type LiveSockets = {
  deliver(delivery: Delivery): void;
  /** Reassigns the rooms of a clinic's listeners, after its team changed. */
  replace(clinicId: string): Promise<void>;
  /** Tells every page to reload its data, after notices were lost. */
  refresh(): void;
  close(): Promise<void>;
};

type SocketData = {
  token: string;
  proId: string;
  clinics: Map<string, readonly string[]>;
  /** Joins and leaves run one after another, so that the last one counts. */
  turn: Promise<void>;
  waiting: number;
};
type None = Record<string, never>;
/** Engine.IO socket, before authentication. */
type RawSocket = { request: IncomingMessage; once(event: 'close', listener: () => void): void };
type LiveSocket = Socket<ClientToServer, ServerToClient, None, SocketData>;
type LiveServer = Server<ClientToServer, ServerToClient, None, SocketData>;

const messageMaximum = 16 * 1024;
const waitingMaximum = 100;
const clinicMessage = z.strictObject({ clinic_id: id });
const handshake = z.object({ token: z.string().min(1).max(4096) });

/** Starts the websocket endpoint on a shared HTTP server. */
export const createLiveSockets = (deps: LiveSocketsDeps): LiveSockets => {
  let closing = false;
  const { limits, networkOf = ({ socket }) => socket.remoteAddress ?? '', isElsewhere = () => false } = deps;
  const open = createCounts();
  const hasCapacity = (request: IncomingMessage): boolean =>
    limits === undefined || open.of(networkOf(request)) < limits.address;
  const io: LiveServer = new Server(deps.httpServer, {
    path: '/socket.io/',
    serveClient: false,
    transports: ['websocket', 'polling'],
    maxHttpBufferSize: messageMaximum,
    cors: { origin: deps.publicOrigin },
    // Closes sockets that do not authenticate in time.
    connectTimeout: 10_000,
    // Checks new sockets only, not the later requests of polling. While the server closes, new sockets are
    // refused: a reconnecting client would keep it open.
    allowRequest: (request, decide) => {
      const mayCome = !isElsewhere(request) && originAllowed(request, deps.publicOrigin);
      decide(null, !closing && mayCome && hasCapacity(request));
    },
  });
  io.engine.on('connection', (raw: RawSocket) => {
    const network = networkOf(raw.request);
    open.add(network);
    raw.once('close', () => open.remove(network));
  });
  // Engine.IO answers bypass the HTTP server's hooks.
  const headers = { ...securityHeaders.api, ...strictTransport(deps.publicOrigin) };
  io.engine.on('headers', (answered: Record<string, string>) => Object.assign(answered, headers));
  const accounts = createCounts();
  io.use((socket, next) => void admit(socket, { ...deps, accounts }, next));
  io.on('connection', (socket) => listen(socket, deps));
  const stopChecking = checkRegularly(io, deps);
  const stopCollecting = (deps.metrics ?? noMetrics).collect(() => socketsOf(io));

  return {
    deliver: ({ rooms, except = [], event, payload }) => {
      const target = io.local.to([...rooms]).except([...except]);
      // Delivery ties the payload to the event type; `emit` cannot infer that from a union.
      (target.emit as (event: string, payload: unknown) => boolean).call(target, event, payload);
    },
    replace: (clinicId) => replaceListeners(io, deps, clinicId),
    refresh: () => {
      for (const socket of localSockets(io.sockets)) {
        for (const clinicId of socket.data.clinics.keys()) {
          socket.emit('refresh_calendar', { clinic_id: clinicId });
        }
      }
    },
    close: async () => {
      closing = true;
      stopCollecting();
      await stopChecking();
      io.local.disconnectSockets(true);
      // io.close() would close the shared HTTP server too.
      io.engine.close();
    },
  };
};

/** Browsers send the page's origin. A request without one comes from no page and still needs its token. */
export const originAllowed = (
  { headers }: Pick<IncomingMessage, 'headers'>,
  publicOrigin: string,
): boolean => {
  const { origin, host } = headers;
  if (origin === undefined || origin === publicOrigin) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
};

type Counts = ReturnType<typeof createCounts>;

const countFor = (socket: LiveSocket, proId: string, accounts: Counts): void => {
  const { conn } = socket;
  accounts.add(proId);
  let counted = true;
  const leave = (): void => {
    if (counted) accounts.remove(proId);
    counted = false;
    // Many sockets may open and close over one connection, which would collect their listeners.
    conn.off('close', leave);
  };
  socket.once('disconnect', leave);
  conn.once('close', leave);
  if (conn.readyState !== 'open') leave();
};

const admit = async (
  socket: LiveSocket,
  deps: LiveSocketsDeps & { accounts: Counts },
  next: (error?: Error) => void,
): Promise<void> => {
  const { data } = handshake.safeParse(socket.handshake.auth);
  const session = data && (await deps.authenticate(data.token).catch(() => null));
  if (!session) return next(new Error('unauthenticated'));
  const { proId } = session;
  // Sockets are counted synchronously, so that simultaneous ones see each other.
  if (deps.limits && deps.accounts.of(proId) >= deps.limits.account) return next(new Error('too-many'));
  countFor(socket, proId, deps.accounts);
  socket.data = { token: data.token, proId, clinics: new Map(), turn: Promise.resolve(), waiting: 0 };
  next();
};

const listen = (socket: LiveSocket, deps: LiveSocketsDeps): void => {
  const inTurn = (work: () => Promise<void>) => {
    const { data } = socket;
    if (data.waiting >= waitingMaximum) return void socket.disconnect(true);
    data.waiting += 1;
    data.turn = data.turn
      .then(work)
      .catch(() => deps.log.warn({}, 'a socket could not change its rooms'))
      .finally(() => (data.waiting -= 1));
  };
  // Client messages are validated, whatever the declared types say.
  socket.on('join_clinic', (message: unknown, acknowledge: unknown) => {
    const answer = typeof acknowledge === 'function' ? acknowledge : () => undefined;
    const parsed = clinicMessage.safeParse(message);
    if (!parsed.success) return void answer({ joined: false });
    inTurn(async () => answer({ joined: await join(socket, deps.teams, parsed.data.clinic_id) }));
  });
  socket.on('leave_clinic', (message: unknown) => {
    const parsed = clinicMessage.safeParse(message);
    if (parsed.success) inTurn(async () => void place(socket, parsed.data.clinic_id, []));
  });
};

const join = async (socket: LiveSocket, teams: Teams, clinicId: string): Promise<boolean> => {
  const rooms = roomsOf(await teams.read(clinicId), clinicId, socket.data.proId);
  place(socket, clinicId, rooms);
  return rooms.length > 0;
};

/** Joins and leaves rooms; returns whether anything changed. */
const place = (socket: LiveSocket, clinicId: string, rooms: readonly string[]): boolean => {
  const before = socket.data.clinics.get(clinicId) ?? [];
  const left = before.filter((room) => !rooms.includes(room));
  const entered = rooms.filter((room) => !before.includes(room));
  if (!socket.connected || left.length + entered.length === 0) return false;
  for (const room of left) void socket.leave(room);
  void socket.join(entered);
  if (rooms.length === 0) socket.data.clinics.delete(clinicId);
  else socket.data.clinics.set(clinicId, rooms);
  return true;
};

const localSockets = ({ sockets }: LiveServer['sockets']): LiveSocket[] => [...sockets.values()];

const socketsOf = (io: LiveServer): Reading[] => {
  const transports = localSockets(io.sockets).map(({ conn }) => conn.transport.name);
  return ['websocket', 'polling'].map((transport) => ({
    figure: 'sockets',
    labels: [transport],
    value: transports.filter((one) => one === transport).length,
  }));
};

const replaceListeners = async (
  io: LiveServer,
  { teams }: LiveSocketsDeps,
  clinicId: string,
): Promise<void> => {
  if (!io.sockets.adapter.rooms.has(clinicRoom(clinicId))) return teams.forget(clinicId);
  const team = await teams.read(clinicId);
  for (const socket of localSockets(io.sockets).filter(({ data }) => data.clinics.has(clinicId))) {
    const changed = place(socket, clinicId, roomsOf(team, clinicId, socket.data.proId));
    // The pro's view has changed: the page reloads and the query decides what it shows.
    if (changed) socket.emit('refresh_calendar', { clinic_id: clinicId });
  }
};

const checkRegularly = (io: LiveServer, deps: LiveSocketsDeps): (() => Promise<void>) => {
  let running = Promise.resolve();
  let idle = true;
  const timer = setInterval(() => {
    if (!idle) return;
    idle = false;
    running = check(io, deps)
      .catch(() => deps.log.warn({}, 'could not check the sessions of sockets'))
      .finally(() => (idle = true));
  }, deps.checkEvery ?? 2_500);
  return async () => {
    clearInterval(timer);
    await running;
  };
};

/** Checks sessions and memberships, in case a notice was lost, and ends sockets of ended sessions. */
const check = async (io: LiveServer, deps: LiveSocketsDeps): Promise<void> => {
  const byToken = Map.groupBy(localSockets(io.sockets), ({ data }) => data.token);
  for (const [token, sockets] of byToken) {
    if (!(await deps.authenticate(token))) for (const socket of sockets) socket.disconnect(true);
  }
  const clinics = new Set(localSockets(io.sockets).flatMap(({ data }) => [...data.clinics.keys()]));
  for (const clinicId of clinics) await replaceListeners(io, deps, clinicId);
};
