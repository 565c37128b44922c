import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { doubt, found, useConnection } from '../../lib/connection.ts';
import { openLive, type LiveSocket } from '../../lib/live.ts';
import { dropBooking, putBooking, refreshCalendar, updatePatient } from '../calendar/calendar.api.ts';
import { refreshClinics } from '../clinic/clinic.api.ts';
import { refreshOverview } from '../overview/refresh.ts';
import { putPatient, refreshPatients } from '../patients/patients.api.ts';

/** Whether live updates arrive. */
const liveAtom = atom<'connecting' | 'live' | 'offline'>('connecting');

export const useLiveState = () => {
  const live = useAtomValue(liveAtom);
  // A socket may take a while to notice that nobody is there any more.
  return useConnection().state === 'lost' ? 'offline' : live;
};

const listen = (socket: LiveSocket) => {
  socket.on('update_calendar', (booking) => void putBooking(booking));
  socket.on('edit_booking', (booking) => void putBooking(booking));
  socket.on('remove_booking', ({ id }) => void dropBooking(id));
  socket.on('update_patient', (patient) => {
    void updatePatient(patient);
    void putPatient(patient.patient_id, patient);
  });
  socket.on('refresh_calendar', () => void refreshCalendar());
  for (const change of ['update_calendar', 'edit_booking', 'remove_booking', 'refresh_calendar'] as const)
    socket.on(change, () => void refreshOverview());
};

/** Keeps one room per clinic open while the dashboard is; after a gap everything is read again. */
export const useLive = (clinicIds: readonly string[]): void => {
  const setState = useSetAtom(liveAtom);
  const [socket] = useState(openLive);
  useEffect(() => {
    let connectedBefore = false;
    socket.on('connect', () => {
      setState('live');
      found();
      if (connectedBefore)
        void Promise.all([refreshCalendar(), refreshClinics(), refreshPatients(), refreshOverview()]);
      connectedBefore = true;
    });
    socket.on('disconnect', () => {
      setState('offline');
      // Up to now it brought all news.
      found();
      void doubt();
    });
    socket.on('connect_error', () => {
      setState('offline');
      void doubt();
    });
    listen(socket);
    socket.connect();
    return () => {
      socket.removeAllListeners();
      socket.disconnect();
    };
  }, [socket, setState]);

  const rooms = clinicIds.join(' ');
  useEffect(() => {
    const wanted = rooms ? rooms.split(' ') : [];
    const join = () => {
      for (const clinicId of wanted) socket.emit('join_clinic', { clinic_id: clinicId });
    };
    if (socket.connected) join();
    socket.on('connect', join);
    return () => {
      socket.off('connect', join);
      for (const clinicId of wanted) socket.emit('leave_clinic', { clinic_id: clinicId });
    };
  }, [socket, rooms]);
};
