import { z } from 'zod';
import { emailKey } from './email-key.ts';
import { filterEmail, filterPassword, filterUsername, passwordMinimum } from './filters.ts';
import { cleanName, isVisible, withoutControl, withoutInvisible } from './names.ts';

/** A single line as events keep it: also one of before, of which nothing is seen. */
export const storedLine = (maximum: number) =>
  z
    .string()
    .overwrite(cleanName)
    .trim()
    .min(1)
    .max(maximum)
    .regex(withoutControl, 'must not contain control characters');

/**
 * A single line of text that can be seen, trimmed, without direction marks and control characters, so that it can stand
 * in a mail header. See {@link cleanName} for what is dropped.
 */
export const line = (maximum: number) =>
  storedLine(maximum).refine(isVisible, 'must have a letter or a sign that can be seen');

/** Several lines of plain text. */
export const text = (maximum: number) =>
  z
    .string()
    .trim()
    .max(maximum)
    // oxlint-disable-next-line no-control-regex -- control characters are just what is refused; tab and line breaks stay
    .regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/, 'must not contain control characters');

/** A UUID in its text form. */
export const id = z.uuid();
/** An id that carries its parent's: `<parent uuid>.<own part>`. */
export const childId = z
  .string()
  .max(80)
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.[a-z0-9]{1,16})$/, 'is not an id');

/** The parent's id inside a {@link childId}. */
export const parentOf = (child: string): string => child.slice(0, child.indexOf('.'));

/** Longest email, in characters (RFC 5321). */
export const emailMaximum = 254;
/** At most {@link emailMaximum} characters, put through {@link filterEmail}; otherwise an email by zod's own rule. */
export const proEmail = z.string().max(emailMaximum).transform(filterEmail).pipe(z.email());
/** Matches an address without quotes by RFC 5321; its last label may be an international one, spelt in ASCII. */
const asciiAddress =
  /^[a-z\d!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z\d!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z\d][a-z\d-]*\.)+(?:[a-z]{2,}|xn--[a-z\d-]+)$/;
/** Whether the key of an email is one: any other domain than one of letters, digits and hyphens has no ASCII spelling. */
const isMailAddress = (email: string): boolean => {
  const key = emailKey(email);
  return key.length <= emailMaximum && asciiAddress.test(key);
};
/** Writes letters with their accents as one sign, and the full stops of East Asian keyboards as dots. */
const composed = (email: string): string => email.normalize('NFC').replaceAll(/[。．｡]/g, '.');
/**
 * A patient's email: without what is not seen, lower-cased and validated. The domain may be typed in the letters of any
 * script and stays as typed; {@link emailKey} tells whether two are one.
 */
export const patientEmail = z
  .string()
  .overwrite(withoutInvisible)
  .overwrite(composed)
  .trim()
  .toLowerCase()
  .max(emailMaximum)
  .refine(isMailAddress, 'Invalid email address')
  .meta({ format: 'idn-email' });
/** Put through {@link filterUsername}; 1 to 40 characters are left. */
export const username = z.string().max(60).transform(filterUsername).pipe(z.string().min(1).max(40));
/** Booking addresses that a pro cannot take, because links to them would mislead. */
export const reservedSlugs: readonly string[] = [
  'admin',
  'api',
  'booking',
  'confirmation',
  'login',
  'signup',
  'visita',
];
const reserved = new RegExp(`^(${reservedSlugs.join('|')})(_[0-9a-f]{8})*$`);
/** Whether a booking address cannot be chosen: a reserved word, or an address that {@link defaultSlug} makes of one. */
export const isReservedSlug = (slug: string): boolean => reserved.test(slug);
/**
 * The booking address of a new account: the username. Who is called by a reserved word gets the beginning of their id
 * put behind it, which nobody can choose, so that it is theirs alone as the username is.
 */
export const defaultSlug = (name: string, proId: string): string =>
  isReservedSlug(name) ? `${name}_${proId.slice(0, 8)}` : name;
const official: ReadonlySet<string> = new Set(
  'abuse billing help hostmaster noreply no_reply postmaster security support webmaster'.split(' '),
);
/** Returns whether a booking address reads as one of the operator's. Accounts that have it keep it. */
export const isOfficialSlug = (slug: string): boolean => official.has(slug);
/** How many addresses that a pro has left still lead to the present one; what was left longest ago goes free. */
export const formerSlugsKept = 20;
/** Hours that an address must have stood for to stay its pro's when it is left: links to it are out by then. */
export const slugStandsHours = 24;
/** Put through {@link filterPassword}; {@link passwordMinimum} to 128 characters are left. */
export const password = z
  .string()
  .max(256)
  .transform(filterPassword)
  .pipe(z.string().min(passwordMinimum, 'Password must be at least 6 characters long').max(128));
/** A person's first or last name, 1 to 80 characters. */
export const name = line(80);
/** A {@link name} as events keep it. */
export const storedName = storedLine(80);
/** 3 to 15 digits without the {@link prefix}. */
export const phone = z.string().regex(/^\d{3,15}$/, 'must be 3 to 15 digits');
/** A dial prefix, `+` and 1 to 3 digits. */
export const prefix = z.string().regex(/^\+\d{1,3}$/, 'must be a dial prefix such as +39');

/** A phone as a sign beside the door has it: digits, with a `+` before and marks between them. */
export const clinicPhone = z
  .string()
  .trim()
  .regex(/^\+?[\d ()./-]{3,30}$/, 'must be a phone number')
  .refine((typed) => /\d\D*\d\D*\d/.test(typed), 'must be a phone number');

/** Title options. */
export const titles = ['doc', 'specialist', 'consultant', 'operator', 'practitioner', 'none'] as const;
/** One of {@link titles}; `none` shows no title. */
export const title = z.enum(titles);

/** `YYYY-MM-DD`, a day that exists: what is asked of it besides is not asked of anything else. */
export const day = z.iso.date({ abort: true });

const isNear = (date: string): boolean => date >= '1900' && date < '2200';
const near = 'must be in a year from 1900 to 2199';
/** A {@link day} that may be asked for. Calendars go on for ever; the database's do not begin before year 1. */
export const askedDay = day.refine(isNear, near);
const farthestZone = 14 * 60 * 60 * 1000;
/** Whether that day has begun somewhere on earth. */
const hasBegun = (date: string): boolean =>
  date <= new Date(Date.now() + farthestZone).toISOString().slice(0, 10);
/** A {@link day} on which somebody now alive may have been born. */
export const birthDate = askedDay.refine(hasBegun, 'must not be in the future');
/** Wall-clock time `HH:mm` or `HH:mm:ss`, with 24:00 as an end of day. */
export const wallTime = z
  .string()
  .regex(/^(([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?|24:00(:00)?)$/, 'must be a time such as 09:30');
/** Clinic wall clock without offset: `YYYY-MM-DDTHH:mm` or with seconds. */
export const wallDateTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, 'must look like 2026-11-20T09:30')
  .refine((value) => day.safeParse(value.slice(0, 10)).success, 'is not a day that exists');
/** A {@link wallDateTime} that may be asked for. */
export const askedDateTime = wallDateTime.refine(isNear, near);
/** An instant in UTC with milliseconds, `2026-11-20T08:30:00.000Z`: sorts as text. */
export const instant = z.iso.datetime({ precision: 3 });
/** IANA time zone. */
export const timezone = z.string().min(1).max(60);
/** Longest service, in minutes: one day, so that an interval touches at most two agenda days. */
export const durationMaximum = 1440;
/** Whole minutes, from 1 to {@link durationMaximum}. */
export const duration = z.int().min(1).max(durationMaximum);
/** Longest time kept free before or after a visit, in minutes. */
export const bufferMaximum = 240;
/** Whole minutes, from 0 to {@link bufferMaximum}. */
export const bufferMinutes = z.int().min(0).max(bufferMaximum);
/** Whole hours between a booking and its start, up to 60 days. */
export const noticeHours = z.int().min(0).max(1440);
/** Euro cents, up to 100,000 euro. */
export const priceCents = z.int().min(0).max(100_000_00);
/** 1 to 7 are Monday to Sunday; 8 is Monday to Friday and 9 every day, expanded when written. */
export const workingDay = z.int().min(1).max(9);
/** 1 to 7 for Monday to Sunday, as ISO 8601 counts. */
export const weekday = z.int().min(1).max(7);
