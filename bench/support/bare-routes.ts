import Fastify, { type FastifyReply } from 'fastify';

export type Bodies = { availability: string; calendar: string };

const done = { message: 'Booking created', data: { id: '00000000-0000-4000-8000-000000000001' } };

/** Creates a bare Fastify server for the requests of the mix, which answers from memory. */
export const createBareRoutes = async () => {
  const app = Fastify();
  const bodies: Record<keyof Bodies, Buffer> = { availability: Buffer.of(), calendar: Buffer.of() };
  const send = (reply: FastifyReply, body: Buffer) =>
    reply.type('application/json; charset=utf-8').send(body);
  app.get('/api/booking_availabilities/:clinicId', (_, reply) => send(reply, bodies.availability));
  app.get('/api/pro_calendar/:proId', (_, reply) => send(reply, bodies.calendar));
  app.post('/api/new_booking', () => done);
  app.put('/api/booking_confirmation', () => done);
  app.put('/api/edit_booking/:id', () => done);
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    address,
    answer: ({ availability, calendar }: Bodies): void => {
      bodies.availability = Buffer.from(availability);
      bodies.calendar = Buffer.from(calendar);
    },
    stop: () => app.close(),
  };
};
