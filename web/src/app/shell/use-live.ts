import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useHydrateAtoms } from 'jotai/utils';
import { useCallback, useEffect, useRef, useState } from 'react';
import { forgetAhead, isAskedAhead } from '../../lib/api/ahead.ts';
import { doubt, found, useConnection } from '../../lib/api/connection.ts';
import { ApiError } from '../../lib/api/api.ts';
import { call, hasProof } from '../../lib/api/client.ts';
import { readToken } from '../../lib/session/session.ts';
import { openLive, type LiveSocket } from '../../lib/api/live.ts';
import { refreshOlder } from '../../lib/api/use-call.ts';
import { dropBooking, putBooking, refreshCalendar } from '../../lib/data/calendar.api.ts';
import { refreshOverview } from '../../features/overview/refresh.ts';
import { putPatient, rereadPatientList, rereadPatients } from '../../lib/data/patients.api.ts';
import { enteringRoomsAtom } from '../../lib/state/calendar.atoms.ts';

/** Whether live updates arrive, and all that they did not bring was read. */
const liveAtom = atom<'connecting' | 'live' | 'offline'>('connecting');

export const useLiveState = () => {
  const live = useAtomValue(liveAtom);
  // A socket may take a while to notice that nobody is there any more.
  return useConnection().state === 'lost' ? 'offline' : live;
};

/** How long the calendar waits for the rooms, in milliseconds: then it is read anyway. */
const patience = 1500;

/**
 * Has the calendar read once, after the rooms were entered; not later than patience lasts, nor without a connection. The
 * first one, asked for ahead, is shown at once, and the second read finds it unchanged.
 */
const useRoomsFirst = () => {
  const setEntering = useSetAtom(enteringRoomsAtom);
  useHydrateAtoms([[enteringRoomsAtom, !isAskedAhead('/api/pro_calendar/')]]);
  useEffect(() => {
    const timer = setTimeout(() => setEntering(false), patience);
    return () => clearTimeout(timer);
  }, [setEntering]);
  return useCallback(() => setEntering(false), [setEntering]);
};

/** What the rooms bring news of. */
const brought = ['getProCalendar', 'getPatientList', 'getPatientBookings', 'getProOverview'] as const;
const everything = [...brought, 'getProClinics', 'getProHubs'] as const;

type Work = () => Promise<unknown>;

/** Does one piece of work after another: a change made while its data is read would make that answer count for nothing. */
const createTurns = () => {
  let last: Promise<unknown> = Promise.resolve();
  return (work: Work): Promise<unknown> => (last = last.then(work, work));
};

const listen = (socket: LiveSocket, inTurn: (work: Work) => unknown) => {
  socket.on('update_calendar', (booking) => void inTurn(() => putBooking(booking)));
  socket.on('edit_booking', (booking) => void inTurn(() => putBooking(booking)));
  socket.on('remove_booking', ({ id }) => void inTurn(() => dropBooking(id)));
  socket.on('update_patient', (patient) => void inTurn(() => putPatient(patient.patient_id, patient)));
  socket.on('refresh_calendar', () => void inTurn(refreshCalendar));
  socket.on('refresh_patients', () => void inTurn(rereadPatients));
  for (const change of ['update_calendar', 'edit_booking', 'remove_booking', 'refresh_calendar'] as const)
    socket.on(change, () => {
      void refreshOverview();
      void inTurn(rereadPatientList);
    });
};

type Socket = ReturnType<typeof openLive>;
type Turns = ReturnType<typeof createTurns>;

/** How long a socket waits before it tries again where its session goes on, in milliseconds. */
const pause = 5000;

/** Finds out whether a refused socket may connect again: once its session goes on, or the password was given anew. */
const mayConnect = async (): Promise<boolean> => {
  const error = await call('authenticate', { token: readToken() ?? '' }).then(
    () => null,
    (refused: unknown) => refused,
  );
  if (error instanceof ApiError && error.code === 'unauthenticated') return hasProof();
  await new Promise((resolve) => setTimeout(resolve, pause));
  return true;
};

/** Connects while the dashboard is open, and says whether anything was missed since the rooms were entered last. */
const useConnected = (socket: Socket, inTurn: Turns) => {
  const setState = useSetAtom(liveAtom);
  const gap = useRef(false);
  useEffect(() => {
    const lose = () => {
      gap.current = true;
      setState('offline');
    };
    let over = false;
    socket.on('disconnect', (reason) => {
      lose();
      // Up to now it brought all news.
      found();
      void doubt();
      if (reason !== 'io server disconnect') return;
      // The server answers: it says why it has ended the connection where it is asked for the next one.
      setState('connecting');
      socket.connect();
    });
    socket.on('connect_error', ({ message }) => {
      lose();
      if (message !== 'unauthenticated') return void doubt();
      setState('connecting');
      void mayConnect().then((may) => may && !over && socket.connect());
    });
    listen(socket, inTurn);
    socket.connect();
    return () => {
      over = true;
      socket.removeAllListeners();
      socket.disconnect();
    };
  }, [socket, inTurn, setState]);
  return gap;
};

/**
 * Keeps one room per clinic open while the dashboard is. Everything that was read before the rooms were entered is read
 * again, since changes in between were not announced here; after a gap that is everything.
 */
export const useLive = (clinicIds: readonly string[] | undefined): void => {
  const setState = useSetAtom(liveAtom);
  const [socket] = useState(openLive);
  const [inTurn] = useState(createTurns);
  const gap = useConnected(socket, inTurn);
  const readCalendar = useRoomsFirst();
  const rooms = clinicIds?.join(' ');
  useEffect(() => {
    if (rooms === undefined) return;
    const wanted = rooms ? rooms.split(' ') : [];
    const enter = async () => {
      await Promise.all(wanted.map((id) => socket.emitWithAck('join_clinic', { clinic_id: id })));
      const entered = performance.now();
      // Whatever is asked for from here on shall have all that the rooms did not bring.
      forgetAhead();
      found();
      readCalendar();
      await inTurn(() => refreshOlder(gap.current ? everything : brought, entered));
      if (!socket.connected) return;
      gap.current = false;
      setState('live');
    };
    // Without an answer the connection was lost, and the rooms are entered again with the next one.
    const join = () => void enter().catch(() => undefined);
    if (socket.connected) join();
    socket.on('connect', join);
    socket.on('connect_error', readCalendar);
    return () => {
      socket.off('connect', join);
      socket.off('connect_error', readCalendar);
      for (const clinicId of wanted) socket.emit('leave_clinic', { clinic_id: clinicId });
    };
  }, [socket, inTurn, gap, rooms, setState, readCalendar]);
};
