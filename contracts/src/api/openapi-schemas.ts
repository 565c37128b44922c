import { z } from 'zod';
import * as bookingViews from '../booking/views.ts';
import * as clinicViews from '../clinic/views.ts';
import { problems } from '../problem.ts';
import * as overviewViews from '../overview/views.ts';
import * as proViews from '../pro/views.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
export type JsonObject = { readonly [name: string]: Json };

/** Views with a named schema, so that generated clients have one type for each view. */
const named: Readonly<Record<string, z.ZodType>> = {
  Booking: bookingViews.bookingView,
  Closing: bookingViews.closingView,
  Vacation: bookingViews.vacationView,
  ProCalendar: bookingViews.proCalendar,
  Patient: bookingViews.patientView,
  DayAvailability: bookingViews.dayAvailability,
  Overview: overviewViews.overviewView,
  OverviewFigures: overviewViews.overviewFigures,
  Clinic: clinicViews.clinicView,
  ClinicService: clinicViews.clinicServiceView,
  Hub: clinicViews.hubView,
  HubService: clinicViews.hubServiceView,
  Availability: clinicViews.availabilityView,
  Pro: proViews.pro,
  PublicPro: proViews.publicPro,
  Options: proViews.options,
  Subscription: proViews.subscription,
};

export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  error: z.string().describe('The same as `detail`'),
  code: z.enum(Object.keys(problems) as [string, ...string[]]),
  requestId: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  challenge: z
    .object({
      algorithm: z.string(),
      challenge: z.string(),
      salt: z.string(),
      signature: z.string(),
      maxnumber: z.int(),
    })
    .optional()
    .describe('With `proof-needed`: an ALTCHA challenge'),
  current: z
    .object({ version: z.string(), record: z.record(z.string(), z.unknown()) })
    .optional()
    .describe('With `changed-meanwhile`: the current record, in the fields of the body, and its version'),
});

/** Returns the JSON Schema of a zod schema. Named schemas are added to `schemas` and referenced. */
export const schemaOf = (
  schema: z.ZodType,
  io: 'input' | 'output',
  schemas: Record<string, JsonObject>,
): JsonObject => {
  const registry = z.registry<{ id?: string }>();
  for (const [id, view] of Object.entries(named)) registry.add(view, { id });
  const made: unknown = z.toJSONSchema(schema, { io, metadata: registry, unrepresentable: 'any' });
  const text = JSON.stringify(made).replaceAll('"#/$defs/', '"#/components/schemas/');
  const { $schema: _schema, $defs: defs = {}, ...rest } = JSON.parse(text) as JsonObject;
  for (const [name, definition] of Object.entries(defs as Record<string, JsonObject>)) {
    const { id: _id, $id: _$id, ...plain } = definition;
    schemas[name] = plain;
  }
  return rest;
};
