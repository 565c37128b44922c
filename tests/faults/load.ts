import { randomUUID } from 'node:crypto';
import { type Client, createClient, type Send } from '../support/http.ts';
import { type OpenedClinic, requestOf } from '../support/http-practice.ts';

/** Responses that the clients received. */
export type Results = {
  acknowledged: Set<string>;
  confirmed: Set<string>;
  /** Bookings with an attempted cancellation, which may be gone. */
  cancelled: Set<string>;
  /** Addresses of patients who booked online, by booking. */
  patients: Map<string, string>;
  lost: number;
  refused: number;
};

export type Load = {
  readonly results: Results;
  /** `connect` gives each client its own connection. */
  start(address: string, clients: number, connect?: () => Send): { stop(): Promise<void> };
};

type Where = {
  token: string;
  clinics: readonly OpenedClinic[];
  days: readonly string[];
  random: () => number;
};

/** Load of patients and a professional who book, move and cancel, mostly in contested slots. */
export const createLoad = ({ token, clinics, days, random }: Where): Load => {
  const results: Results = {
    acknowledged: new Set(),
    confirmed: new Set(),
    cancelled: new Set(),
    patients: new Map(),
    lost: 0,
    refused: 0,
  };
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const time = (): string => {
    const quarter = Math.floor(random() * 95);
    const [hour, minute] = [Math.floor(quarter / 4), (quarter % 4) * 15];
    return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
  };

  const act = async ({ call }: Client): Promise<number> => {
    const clinic = pick(clinics);
    const [offer, date] = [pick(clinic.offers), `${pick(days)}T${time()}`];
    const patient = `p${randomUUID().slice(0, 8)}`;
    const kind = random();
    if (kind < 0.5) {
      const request = requestOf(clinic.clinicId, offer, date, patient);
      const { status, body } = await call('requestBooking', { body: request });
      if (status === 200) {
        results.acknowledged.add(body.data.id);
        results.patients.set(body.data.id, request.contactInfo.email);
      }
      return status;
    }
    if (kind < 0.8 || results.confirmed.size === 0) {
      const { name, email, prefix, phone } = requestOf(clinic.clinicId, offer, date, patient).contactInfo;
      const body = { booking: { hubServiceId: offer, date }, patient: { name, email, prefix, phone } };
      const reply = await call('placeBooking', { body, token, key: randomUUID() });
      if (reply.status === 200) {
        results.acknowledged.add(reply.body.data.id);
        results.confirmed.add(reply.body.data.id);
      }
      return reply.status;
    }
    const params = { id: pick([...results.confirmed]) };
    if (kind < 0.95) {
      return (await call('editBooking', { params, body: { date, hub_service_id: offer }, token })).status;
    }
    results.cancelled.add(params.id);
    return (await call('deleteBooking', { params, token })).status;
  };

  return {
    results,
    start: (address, clients, connect = () => fetch) => {
      const stopping = new AbortController();
      const work = async () => {
        const client = createClient(address, connect());
        while (!stopping.signal.aborted) {
          try {
            const status = await act(client);
            if (status >= 500) throw new Error(`the product answered ${status}`);
            if (status >= 400) results.refused += 1;
          } catch (error) {
            if (!(error instanceof TypeError)) throw error;
            // The process is gone: fetch found no server.
            results.lost += 1;
            return;
          }
        }
      };
      const working = Promise.all(Array.from({ length: clients }, work));
      // `stop` reports failures; until then they must not end the process.
      working.catch(() => undefined);
      return {
        stop: async () => {
          stopping.abort();
          await working;
        },
      };
    },
  };
};
