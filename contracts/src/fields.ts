import { z } from 'zod';
import { emailKey } from './email-key.ts';
import { filterEmail, filterPassword, filterUsername, passwordMinimum } from './filters.ts';
import { cleanName, isVisible, withoutControl, withoutInvisible } from './names.ts';

/** A single line in an event. Older events may hold names without a visible character. */
export const storedLine = (maximum: number) =>
  z
    .string()
    .overwrite(cleanName)
    .trim()
    .min(1)
    .max(maximum)
    .regex(withoutControl, 'must not contain control characters');

/**
 * A single line with at least one visible character, trimmed, without direction marks or control characters, so that
 * it can stand in a mail header. See {@link cleanName} for what is removed.
 */
export const line = (maximum: number) =>
  storedLine(maximum).refine(isVisible, 'must contain a visible character');

export const text = (maximum: number) =>
  z
    .string()
    .trim()
    .max(maximum)
    // oxlint-disable-next-line no-control-regex -- refuses control characters except tabs and line breaks
    .regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/, 'must not contain control characters');

/** Instructions to patients in plain text with line breaks: directions to a clinic, or things to bring to a visit. */
export const instructions = text(500);

export const id = z.uuid();
/** An id that contains its parent's id: `<parent uuid>.<own part>`. */
export const childId = z
  .string()
  .max(80)
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.[a-z0-9]{1,16})$/, 'is not an id');

/** Returns the parent's id of a {@link childId}. */
export const parentOf = (child: string): string => child.slice(0, child.indexOf('.'));

/** Longest email, in characters (RFC 5321). */
export const emailMaximum = 254;
/** An email of at most {@link emailMaximum} characters, normalised by {@link filterEmail}. */
export const proEmail = z.string().max(emailMaximum).transform(filterEmail).pipe(z.email());
/** Matches an unquoted address of RFC 5321. Its last label may be an international one as A-label. */
const asciiAddress =
  /^[a-z\d!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z\d!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z\d][a-z\d-]*\.)+(?:[a-z]{2,}|xn--[a-z\d-]+)$/;
/** Whether an email is valid. A domain that has no A-label is not. */
const isMailAddress = (email: string): boolean => {
  const key = emailKey(email);
  return key.length <= emailMaximum && asciiAddress.test(key);
};
/** Composes accented letters (NFC) and replaces East Asian full stops by dots. */
const composed = (email: string): string => email.normalize('NFC').replaceAll(/[。．｡]/g, '.');
/**
 * A patient's email: lower-cased, without invisible characters. An international domain keeps the spelling that was
 * typed; {@link emailKey} compares spellings.
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
/** Normalised by {@link filterUsername}, then 1 to 40 characters. */
export const username = z.string().max(60).transform(filterUsername).pipe(z.string().min(1).max(40));
/** Booking addresses that no pro may take, because links to them would mislead. */
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
/** Whether a booking address is a reserved word, or one that {@link defaultSlug} makes of a reserved word. */
export const isReservedSlug = (slug: string): boolean => reserved.test(slug);
/**
 * Booking address of a new account: the username. A username that is a reserved word gets the start of the pro's id
 * appended; such an address cannot be chosen, so it stays unique.
 */
export const defaultSlug = (name: string, proId: string): string =>
  isReservedSlug(name) ? `${name}_${proId.slice(0, 8)}` : name;
const official: ReadonlySet<string> = new Set(
  'abuse billing help hostmaster noreply no_reply postmaster security support webmaster'.split(' '),
);
/** Whether a booking address looks like the operator's own. Accounts that already have one keep it. */
export const isOfficialSlug = (slug: string): boolean => official.has(slug);
/** Number of former addresses that still redirect to the current one. The oldest is released first. */
export const formerSlugsKept = 20;
/** Hours after which an address is kept for its pro when they change it, because links to it may be in use. */
export const slugStandsHours = 24;
/** Normalised by {@link filterPassword}, then {@link passwordMinimum} to 128 characters. */
export const password = z
  .string()
  .max(256)
  .transform(filterPassword)
  .pipe(z.string().min(passwordMinimum, 'Password must be at least 6 characters long').max(128));
/** A person's first or last name, 1 to 80 characters. */
export const name = line(80);
/** A {@link name} in an event. */
export const storedName = storedLine(80);
/** 3 to 15 digits without the {@link prefix}. */
export const phone = z.string().regex(/^\d{3,15}$/, 'must be 3 to 15 digits');
/** A dial prefix, `+` and 1 to 3 digits. */
export const prefix = z.string().regex(/^\+\d{1,3}$/, 'must be a dial prefix such as +39');

/** A clinic's phone as printed: digits, an optional leading `+`, and separators. */
export const clinicPhone = z
  .string()
  .trim()
  .regex(/^\+?[\d ()./-]{3,30}$/, 'must be a phone number')
  .refine((typed) => /\d\D*\d\D*\d/.test(typed), 'must be a phone number');

export const titles = ['doc', 'specialist', 'consultant', 'operator', 'practitioner', 'none'] as const;
/** One of {@link titles}; `none` shows no title. */
export const title = z.enum(titles);

/** `YYYY-MM-DD` of an existing day. Later checks are skipped if it is not one. */
export const day = z.iso.date({ abort: true });

const isNear = (date: string): boolean => date >= '1900' && date < '2200';
const near = 'must be in a year from 1900 to 2199';
/** A {@link day} in a request: limited to years that the database can store. */
export const requestDay = day.refine(isNear, near);
const farthestZone = 14 * 60 * 60 * 1000;
/** Whether the day has begun in any time zone. */
const hasBegun = (date: string): boolean =>
  date <= new Date(Date.now() + farthestZone).toISOString().slice(0, 10);
/** Date of birth of a living person. */
export const birthDate = requestDay.refine(hasBegun, 'must not be in the future');
/** Wall-clock time `HH:mm` or `HH:mm:ss`; `24:00` is the end of the day. */
export const wallTime = z
  .string()
  .regex(/^(([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?|24:00(:00)?)$/, 'must be a time such as 09:30');
/** Wall-clock time of a clinic, without offset: `YYYY-MM-DDTHH:mm`, optionally with seconds. */
export const wallDateTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, 'must look like 2026-11-20T09:30')
  .refine((value) => day.safeParse(value.slice(0, 10)).success, 'is not an existing date');
/** A {@link wallDateTime} in a request. */
export const requestDateTime = wallDateTime.refine(isNear, near);
/** UTC instant with milliseconds, `2026-11-20T08:30:00.000Z`, which sorts as text. */
export const instant = z.iso.datetime({ precision: 3 });
/** IANA time zone. */
export const timezone = z.string().min(1).max(60);
/** Longest service in minutes: one day, so that an interval touches at most two agenda days. */
export const durationMaximum = 1440;
/** Whole minutes, from 1 to {@link durationMaximum}. */
export const duration = z.int().min(1).max(durationMaximum);
/** Price in euro. */
export const price = z.number().min(0).max(100_000).multipleOf(0.01);
/** Longest buffer before or after a visit, in minutes. */
export const bufferMaximum = 240;
/** Whole minutes, from 0 to {@link bufferMaximum}. */
export const bufferMinutes = z.int().min(0).max(bufferMaximum);
/** Minimum time between booking and start, in whole hours; up to 60 days. */
export const noticeHours = z.int().min(0).max(1440);
/** Euro cents, up to 100,000 euro. */
export const priceCents = z.int().min(0).max(100_000_00);
/** 1 to 7 for Monday to Sunday; 8 for Monday to Friday and 9 for every day, both expanded before storing. */
export const workingDay = z.int().min(1).max(9);
/** 1 to 7 for Monday to Sunday (ISO 8601). */
export const weekday = z.int().min(1).max(7);
