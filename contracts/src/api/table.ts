import type { z } from 'zod';
import { accountCalls } from './account.ts';
import { blockCalls } from './block.ts';
import { bookingCalls } from './booking.ts';
import { calendarCalls } from './calendar.ts';
import type { Call } from './call.ts';
import { clinicCalls } from './clinic.ts';
import { overviewCalls } from './overview.ts';
import { patientCalls } from './patient.ts';
import { personalDataCalls } from './personal-data.ts';
import { previewCalls } from './preview.ts';
import { securityCalls } from './security.ts';
import { visitorCalls } from './visitor.ts';

/** Every call of the product by name. */
export const api = {
  ...accountCalls,
  ...clinicCalls,
  ...blockCalls,
  ...bookingCalls,
  ...patientCalls,
  ...overviewCalls,
  ...calendarCalls,
  ...personalDataCalls,
  ...securityCalls,
  ...previewCalls,
  ...visitorCalls,
};

/** The table's own type: a call's schemas by its name. */
export type Api = typeof api;
/** A call's name, which is its `operationId` in the OpenAPI document too. */
export type CallName = keyof Api;

/** What a caller passes. */
export type Input<C extends Call> = {
  params: z.input<C['params']>;
  query: z.input<C['query']>;
  body: z.input<C['body']>;
};
/** What a handler receives, parsed. */
export type Parsed<C extends Call> = {
  params: z.output<C['params']>;
  query: z.output<C['query']>;
  body: z.output<C['body']>;
};
/** The success body. */
export type Answer<C extends Call> = z.output<C['answer']>;

/** The table as a list, for routes, documents and tests. */
export const calls: readonly (readonly [CallName, Call])[] = Object.entries(api) as unknown as [
  CallName,
  Call,
][];
