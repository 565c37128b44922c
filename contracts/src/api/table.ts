import type { z } from 'zod';
import { accountCalls } from './account.ts';
import { blockCalls } from './block.ts';
import { bookingCalls } from './booking.ts';
import { calendarCalls } from './calendar.ts';
import type { Call } from './call.ts';
import { clinicCalls } from './clinic.ts';
import { closingCalls } from './closing.ts';
import { freeTimesCalls } from './free-times.ts';
import { hubCalls } from './hub.ts';
import { messageCalls } from './messages.ts';
import { noticeCalls } from './notices.ts';
import { overviewCalls } from './overview.ts';
import { patientCalls } from './patient.ts';
import { personalDataCalls } from './personal-data.ts';
import { previewCalls } from './preview.ts';
import { recallCalls } from './recalls.ts';
import { securityCalls } from './security.ts';
import { textCalls } from './texts.ts';
import { seriesCalls } from './series.ts';
import { visitorCalls } from './visitor.ts';
import { waitingCalls } from './waiting.ts';

export const api = {
  ...accountCalls,
  ...clinicCalls,
  ...hubCalls,
  ...closingCalls,
  ...blockCalls,
  ...bookingCalls,
  ...freeTimesCalls,
  ...patientCalls,
  ...overviewCalls,
  ...messageCalls,
  ...noticeCalls,
  ...textCalls,
  ...calendarCalls,
  ...personalDataCalls,
  ...securityCalls,
  ...seriesCalls,
  ...previewCalls,
  ...visitorCalls,
  ...waitingCalls,
  ...recallCalls,
};

export type Api = typeof api;
/** Name of a call; also its `operationId` in the OpenAPI document. */
export type CallName = keyof Api;

/** Input of a call, as callers pass it. */
export type Input<C extends Call> = {
  params: z.input<C['params']>;
  query: z.input<C['query']>;
  body: z.input<C['body']>;
};
/** Input of a call, as handlers receive it. */
export type Parsed<C extends Call> = {
  params: z.output<C['params']>;
  query: z.output<C['query']>;
  body: z.output<C['body']>;
};
/** Success body of a call. */
export type Answer<C extends Call> = z.output<C['answer']>;

export const calls: readonly (readonly [CallName, Call])[] = Object.entries(api) as unknown as [
  CallName,
  Call,
][];
