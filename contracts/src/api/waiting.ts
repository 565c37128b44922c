import { z } from 'zod';
import { childId, id, requestDateTime, requestDay, wallTime, weekday } from '../fields.ts';
import { language } from '../language.ts';
import { leftTime, linkedWaitingView, offerView, waitingEntryView } from '../waiting/views.ts';
import { bookedPatient, contactInfo } from './booking.ts';
import { answer, done, post, put, read, readFromCommand, remove } from './call.ts';

const byEntry = z.object({ id });
const byOffer = z.object({ id: childId });

/** Calls of the waiting list. */
export const waitingCalls = {
  joinWaitingList: post('/api/waiting_list', {
    access: 'optional',
    limit: 'B',
    limitOfPros: 'W',
    asVisitor: ({ patient }) => patient === undefined,
    summary: 'Put a person on the waiting list: the visitor, the holder of a booking’s link, or staff',
    bodyMaximum: 8 * 1024,
    body: z
      .strictObject({
        clinicId: id,
        clinicServiceId: childId,
        /** Professionals that suit; empty for any. */
        proIds: z.array(id).max(50).default([]),
        weekdays: z.array(weekday).max(7).default([]),
        fromTime: wallTime.nullable().default(null),
        toTime: wallTime.nullable().default(null),
        from: requestDay.optional(),
        until: requestDay.optional(),
        /** Of a visitor; the entry counts once the link mailed to `email` is used. */
        contactInfo: contactInfo
          .pick({ name: true, email: true, prefix: true, phone: true, privacyPolicy: true })
          .optional(),
        /** Token of a booking’s manage link: the visitor wants an earlier time for that visit. */
        token: z.string().max(400).optional(),
        /** Of staff. */
        patient: bookedPatient.optional(),
        language: language.optional(),
        /** Whether staff mark the person as urgent. */
        urgent: z.boolean().default(false),
        /** Solution of the challenge in `proof-needed`. */
        proof: z.string().max(2000).optional(),
      })
      .refine(({ fromTime, toTime }) => fromTime === null || toTime === null || fromTime <= toTime, {
        path: ['toTime'],
        error: 'must not be before fromTime',
      }),
    /** The id of an entry made by staff or by a booking’s link; null for a visitor, who gets a mail. */
    answer: answer(z.object({ id: z.string().nullable() })),
    failure: 'Impossible to join the waiting list',
  }),
  confirmWaiting: put('/api/waiting_list_confirmation', {
    access: 'waiting-token',
    limit: 'T',
    summary:
      'Confirm an entry on the waiting list, or end its pause, with the mailed token; an ended entry stays ended',
    answer: answer(linkedWaitingView),
    failure: 'Impossible to confirm the entry',
  }),
  editWaitingEntry: put('/api/waiting_list/:id', {
    access: 'pro',
    limit: 'W',
    summary: 'Mark an entry on the waiting list as urgent or as called, or end its pause',
    params: byEntry,
    body: z.strictObject({
      urgent: z.boolean().optional(),
      paused: z.literal(false).optional(),
      called: z.literal(true).optional(),
    }),
    answer: done,
    failure: 'Impossible to change the entry',
  }),
  leaveWaitingList: remove('/api/waiting_list/:id', {
    access: 'waiting-or-pro',
    limit: 'T',
    limitOfPros: 'W',
    summary: 'Take an entry off the waiting list, with the mailed token or as staff',
    params: byEntry,
    answer: done,
    failure: 'Impossible to leave the waiting list',
  }),
  getWaitingList: read('/api/waiting_list/:clinicId', {
    access: 'pro',
    limit: 'W',
    summary: 'The clinic’s waiting list by turn; optionally only the people whom a time suits',
    params: z.object({ clinicId: id }),
    query: z.object({
      hubServiceId: childId.optional(),
      /** Instead of one service: all services of a hub that fit into its free time at `date`. */
      hubId: id.optional(),
      date: requestDateTime.optional(),
    }),
    /** `left`: times that people refused, free and offered to no one now; none if the people for a time are asked for. */
    answer: answer(z.array(waitingEntryView), { left: z.array(leftTime) }),
    failure: 'Impossible to load the waiting list',
  }),
  offerTime: post('/api/waiting_list/:id/offer', {
    access: 'pro',
    limit: 'W',
    summary: 'Offer a free time to a person on the waiting list, or book it if they took it on the phone',
    params: byEntry,
    body: z.strictObject({
      hubServiceId: childId,
      date: requestDateTime,
      /** Whether the person has already taken it. */
      taken: z.boolean().default(false),
    }),
    answer: answer(z.object({ id: z.string(), until: z.string() })),
    failure: 'Impossible to offer the time',
  }),
  withdrawOffer: remove('/api/offers/:id', {
    access: 'pro',
    limit: 'W',
    summary: 'Take an offered time back',
    params: byOffer,
    answer: done,
    failure: 'Impossible to take the time back',
  }),
  getOffer: readFromCommand('/api/offer', {
    access: 'offer-token',
    limit: 'R',
    summary: 'An offered time, by the mailed link',
    answer: answer(offerView),
    failure: 'Impossible to load the offer',
  }),
  answerOffer: put('/api/offer', {
    access: 'offer-token',
    limit: 'T',
    summary: 'Take or decline an offered time, with the mailed token',
    body: z.strictObject({
      take: z.boolean(),
      /** Start of the chosen time as the offer shows it; the first time by default. */
      date: z.string().max(40).optional(),
    }),
    answer: answer(offerView),
    failure: 'Impossible to answer the offer',
  }),
};
