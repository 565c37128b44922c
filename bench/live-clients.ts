import { io } from 'socket.io-client';

/** Request of the parent process: this many sockets, all in one clinic. */
export type ClientsAsk = { url: string; clinicId: string; tokens: readonly string[] };
/** Reply to the parent: all have joined; after `stop`, when each booking arrived at each socket. */
export type ClientsAnswer = 'joined' | { arrivals: readonly (readonly [bookingId: string, at: number])[] };

/** Returns the milliseconds of the machine's monotonic clock, which processes share. */
const now = (): number => Number(process.hrtime.bigint()) / 1e6;

const tell = (answer: ClientsAnswer) => process.send?.(answer);

const connect = async (
  { url, clinicId, tokens }: ClientsAsk,
  arrivals: [string, number][],
): Promise<void> => {
  await Promise.all(
    tokens.map(async (token) => {
      const socket = io(url, { auth: { token }, transports: ['websocket'], forceNew: true });
      socket.on('update_calendar', ({ id }: { id: string }) => arrivals.push([id, now()]));
      await new Promise<void>((done) => socket.once('connect', done));
      const { joined } = (await socket.emitWithAck('join_clinic', { clinic_id: clinicId })) as {
        joined: boolean;
      };
      if (!joined) throw new Error('a socket could not join');
    }),
  );
};

const arrivals: [string, number][] = [];
process.on('message', (message: ClientsAsk | 'collect') => {
  if (message === 'collect') tell({ arrivals: arrivals.splice(0) });
  else void connect(message, arrivals).then(() => tell('joined'));
});
