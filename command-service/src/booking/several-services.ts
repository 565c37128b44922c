import type { BookedService } from '@visita/contracts/booking/events';
import { namesTogether, termsTogether } from '@visita/contracts/booking/several-services';
import { bookableBy, type ClinicServiceData, type ServiceRules } from '@visita/contracts/clinic/events';
import { durationMaximum, priceCents } from '@visita/contracts/fields';
import { Rejection } from '@visita/contracts/problem';
import type { HubAtClinic } from '../access.ts';

type Offered = ClinicServiceData & { readonly hubServiceId: string };

/** Returns the terms of a service that a booking keeps. */
const snapshot = (service: Offered): BookedService => {
  const { stepMinutes: _step, noticeHours: _notice, bookableBy: _by, toBring: _text, ...kept } = service;
  return kept;
};

const listed = (service: Offered) => {
  const { bufferBefore: _before, bufferAfter: _after, ...kept } = snapshot(service);
  return kept;
};

const slotTerms = (service: Offered) => ({
  durationMinutes: service.duration,
  stepMinutes: service.stepMinutes ?? null,
  bufferBefore: service.bufferBefore ?? 0,
  bufferAfter: service.bufferAfter ?? 0,
  noticeHours: service.noticeHours ?? 0,
});

/** Returns the strictest rule of who may book the services. */
const bookableTogether = (services: readonly Offered[]) => {
  const rules = services.map((one) => one.bookableBy ?? 'everyone');
  return bookableBy.options.findLast((one) => rules.includes(one)) ?? 'everyone';
};

/**
 * Returns the service that a booking keeps, and the rules for its start. Several services count as one: the first,
 * with the names of all, the summed duration and price, and the longest buffers and notice. Throws
 * `malformed-request` if they exceed the maximum of duration or price together.
 */
export const visitOf = (
  services: readonly [Offered, ...Offered[]],
): { service: BookedService; rules: ServiceRules } => {
  const [first, ...others] = services;
  if (others.length === 0) return { service: snapshot(first), rules: first };
  const { durationMinutes, stepMinutes, bufferBefore, bufferAfter, noticeHours } = termsTogether([
    slotTerms(first),
    ...others.map(slotTerms),
  ]);
  const price = services.reduce((sum, one) => sum + one.priceCents, 0);
  if (durationMinutes > durationMaximum || !priceCents.safeParse(price).success)
    throw new Rejection(
      'malformed-request',
      'hubServiceIds: the services are too long or too expensive together.',
    );
  const service = {
    ...listed(first),
    serviceName: namesTogether(services.map(({ serviceName }) => serviceName)),
    duration: durationMinutes,
    priceCents: price,
    ...(bufferBefore > 0 && { bufferBefore }),
    ...(bufferAfter > 0 && { bufferAfter }),
    services: services.map(listed),
  };
  const rules = {
    ...(stepMinutes !== null && { stepMinutes }),
    noticeHours,
    bookableBy: bookableTogether(services),
  };
  return { service, rules };
};

/** Returns the ids of all services of a booking, the first one first. */
export const bookedServices = ({ hubServiceId, services }: BookedService): [string, ...string[]] => [
  hubServiceId,
  ...(services?.slice(1).map((one) => one.hubServiceId) ?? []),
];

type Place = Pick<HubAtClinic, 'hub'>;

/**
 * Returns the ids of a booking's services at a hub if the given service is its first one, else only the given id. A
 * service that the hub does not offer keeps its id.
 */
export const servicesAt = (
  { hub }: Place,
  { clinicServiceId, services = [] }: BookedService,
  hubServiceId: string,
): [string, ...string[]] => {
  const isFirst = hub.services.some(
    (one) => one.hubServiceId === hubServiceId && one.clinicServiceId === clinicServiceId,
  );
  if (!isFirst) return [hubServiceId];
  const here = new Map(hub.services.map((one) => [one.clinicServiceId, one.hubServiceId]));
  return [hubServiceId, ...services.slice(1).map((one) => here.get(one.clinicServiceId) ?? one.hubServiceId)];
};
