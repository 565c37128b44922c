import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useHydrateAtoms } from 'jotai/utils';
import { useCallback, useEffect, useRef, useState } from 'react';
import { dropPrefetched, isPrefetched } from '../../lib/api/prefetch.ts';
import { doubt, found, useConnection } from '../../lib/api/connection.ts';
import { ApiError } from '../../lib/api/api.ts';
import { call, hasProof } from '../../lib/api/client.ts';
import { readToken } from '../../lib/session/session.ts';
import { openLive, type LiveSocket } from '../../lib/api/live.ts';
import { reread, rereadLater } from '../../lib/api/rereads.ts';
import { refreshOlder } from '../../lib/api/use-call.ts';
import { dropBooking, putBooking, refreshCalendar } from '../../lib/data/calendar.api.ts';
import { refreshOverview } from '../../features/overview/refresh.ts';
import { refreshNotices } from '../../lib/data/notices.api.ts';
import { putPatient, rereadPatientList, rereadPatients } from '../../lib/data/patients.api.ts';
import { enteringRoomsAtom } from '../../lib/state/calendar.atoms.ts';

/** State of the connection: 'live' when updates arrive and missed changes have been read. */
const liveAtom = atom<'connecting' | 'live' | 'offline'>('connecting');

export const useLiveState = () => {
  const live = useAtomValue(liveAtom);
  // A socket may notice a lost connection late.
  return useConnection().state === 'lost' ? 'offline' : live;
};

/** Milliseconds that the calendar waits for the rooms before it is read anyway. */
const joinTimeoutMs = 1500;

/**
 * Delays the calendar's read until the rooms are joined, at most for `joinTimeoutMs` ms, so that it is read once.
 * If its response was prefetched, it is shown at once and read again afterwards.
 */
const useReadAfterJoin = () => {
  const setEntering = useSetAtom(enteringRoomsAtom);
  useHydrateAtoms([[enteringRoomsAtom, !isPrefetched('/api/pro_calendar/')]]);
  useEffect(() => {
    const timer = setTimeout(() => setEntering(false), joinTimeoutMs);
    return () => clearTimeout(timer);
  }, [setEntering]);
  return useCallback(() => setEntering(false), [setEntering]);
};

/** Calls whose data live messages update. */
const updatedLive = [
  'getProCalendar',
  'getPatientList',
  'getPatientBookings',
  'getProOverview',
  'getNotices',
  'getWaitingList',
  'getRecalls',
] as const;
const everything = [...updatedLive, 'getProClinics', 'getProHubs'] as const;

type Work = () => Promise<unknown>;

/** Runs tasks one after the other: SWR discards a response if its data is mutated during the request. */
const createQueue = () => {
  let last: Promise<unknown> = Promise.resolve();
  return (work: Work): Promise<unknown> => (last = last.then(work, work));
};

const listen = (socket: LiveSocket, enqueue: (work: Work) => unknown) => {
  socket.on('update_calendar', (booking) => void enqueue(() => putBooking(booking)));
  socket.on('edit_booking', (booking) => void enqueue(() => putBooking(booking)));
  socket.on('remove_booking', ({ id }) => void enqueue(() => dropBooking(id)));
  socket.on('update_patient', (patient) => void enqueue(() => putPatient(patient.patient_id, patient)));
  socket.on('refresh_calendar', () => void enqueue(refreshCalendar));
  socket.on('refresh_notices', () => void enqueue(refreshNotices));
  socket.on('refresh_waiting_list', () => void enqueue(() => reread('getWaitingList')));
  socket.on('refresh_recalls', () => rereadLater('getRecalls'));
  socket.on('refresh_patients', () => void enqueue(rereadPatients));
  for (const change of ['update_calendar', 'edit_booking', 'remove_booking', 'refresh_calendar'] as const)
    socket.on(change, () => {
      void refreshOverview();
      void enqueue(rereadPatientList);
      rereadLater('getVisitsInTheWay');
      rereadLater('getRecalls');
      rereadLater('getWaitingList');
    });
};

type Socket = ReturnType<typeof openLive>;
type Queue = ReturnType<typeof createQueue>;

/** Milliseconds before a refused socket reconnects, if its session is still valid. */
const reconnectDelayMs = 5000;

/**
 * Returns whether a refused socket may reconnect: the session is still valid, another tab renewed
 * it, or the password was entered again.
 */
const mayConnect = async (): Promise<boolean> => {
  const token = readToken();
  const error = await call('authenticate', { token: token ?? '' }).then(
    () => null,
    (refused: unknown) => refused,
  );
  if (token !== readToken()) return true;
  if (error instanceof ApiError && error.code === 'unauthenticated') return hasProof();
  await new Promise((resolve) => setTimeout(resolve, reconnectDelayMs));
  return true;
};

/**
 * Connects while the dashboard is open. Returns whether messages were missed since the rooms were last
 * joined.
 */
const useConnected = (socket: Socket, enqueue: Queue) => {
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
      // Until this moment the data was up to date.
      found();
      void doubt();
      if (reason !== 'io server disconnect') return;
      // The server will refuse the next connection attempt with the reason.
      setState('connecting');
      socket.connect();
    });
    socket.on('connect_error', ({ message }) => {
      lose();
      if (message !== 'unauthenticated') return void doubt();
      setState('connecting');
      void mayConnect().then((may) => may && !over && socket.connect());
    });
    listen(socket, enqueue);
    socket.connect();
    return () => {
      over = true;
      socket.removeAllListeners();
      socket.disconnect();
    };
  }, [socket, enqueue, setState]);
  return gap;
};

/**
 * Joins one room per clinic while the dashboard is open. Data read before the join is read again, because
 * changes until then were not announced; after a gap, all data is.
 */
export const useLive = (clinicIds: readonly string[] | undefined): void => {
  const setState = useSetAtom(liveAtom);
  const [socket] = useState(openLive);
  const [enqueue] = useState(createQueue);
  const gap = useConnected(socket, enqueue);
  const readCalendar = useReadAfterJoin();
  const rooms = clinicIds?.join(' ');
  useEffect(() => {
    if (rooms === undefined) return;
    const wanted = rooms ? rooms.split(' ') : [];
    const enter = async () => {
      await Promise.all(wanted.map((id) => socket.emitWithAck('join_clinic', { clinic_id: id })));
      const entered = performance.now();
      // Responses prefetched before the join may be stale.
      dropPrefetched();
      found();
      readCalendar();
      await enqueue(() => refreshOlder(gap.current ? everything : updatedLive, entered));
      if (!socket.connected) return;
      gap.current = false;
      setState('live');
    };
    // If there is no acknowledgement, the connection was lost; the next connection joins again.
    const join = () => void enter().catch(() => undefined);
    if (socket.connected) join();
    socket.on('connect', join);
    socket.on('connect_error', readCalendar);
    return () => {
      socket.off('connect', join);
      socket.off('connect_error', readCalendar);
      for (const clinicId of wanted) socket.emit('leave_clinic', { clinic_id: clinicId });
    };
  }, [socket, enqueue, gap, rooms, setState, readCalendar]);
};
