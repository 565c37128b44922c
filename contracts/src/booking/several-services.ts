import { z } from 'zod';
import { childId, parentOf } from '../fields.ts';

/** Maximum number of services in one visit. */
export const servicesMaximum = 5;

/** Returns the ids in a query parameter that lists some, separated by commas. */
export const idsIn = (list: string | undefined): string[] => list?.split(',').filter(Boolean) ?? [];

const isIdList = (list: string): boolean => {
  const ids = list.split(',');
  return ids.length < servicesMaximum && ids.every((one) => childId.safeParse(one).success);
};

/** A query parameter with the ids of services that a visit has beside its first one, separated by commas. */
export const idList = z.string().max(400).refine(isIdList, 'is not a list of ids');

/** The services of one visit in order. */
export const serviceList = z.array(childId).min(1).max(servicesMaximum).optional();

type Listed = { readonly hubServiceId: string; readonly hubServiceIds?: readonly string[] | undefined };

/** Whether a list of services is of one professional at one clinic, and begins with the visit's service. */
export const isOneVisit = ({ hubServiceId, hubServiceIds = [hubServiceId] }: Listed): boolean =>
  hubServiceIds[0] === hubServiceId && hubServiceIds.every((one) => parentOf(one) === parentOf(hubServiceId));

export const notOneVisit = (first: string): string =>
  `must begin with ${first} and name services of the same professional`;

/** Returns the name of a visit with several services. */
export const namesTogether = (names: readonly string[]): string => names.join(' + ');

type SlotTerms = {
  readonly durationMinutes: number;
  readonly stepMinutes: number | null;
  readonly bufferBefore: number;
  readonly bufferAfter: number;
  readonly noticeHours: number;
};

/**
 * Returns the terms for the start times of one visit with several services: the start times of the first service, the
 * summed duration, and the longest buffers and notice.
 */
export const termsTogether = (services: readonly [SlotTerms, ...SlotTerms[]]): SlotTerms => {
  const [first, ...others] = services;
  if (others.length === 0) return first;
  const longest = (key: 'bufferBefore' | 'bufferAfter' | 'noticeHours') =>
    Math.max(...services.map((one) => one[key]));
  return {
    durationMinutes: services.reduce((sum, { durationMinutes }) => sum + durationMinutes, 0),
    stepMinutes: first.stepMinutes ?? first.durationMinutes,
    bufferBefore: longest('bufferBefore'),
    bufferAfter: longest('bufferAfter'),
    noticeHours: longest('noticeHours'),
  };
};
