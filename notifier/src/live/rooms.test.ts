import { type ClinicEvent, clinicEvents } from '@visita/contracts/clinic/events';
import { describe, expect, test } from 'vitest';
import { evolveTeam, roomsOf, type Team } from './rooms.ts';

const clinicId = 'c';
const invited = (
  hubId: string,
  proId: string,
  role: 'owner' | 'manager' | 'guest' | 'reception',
  status: 'pending' | 'active' = 'active',
): ClinicEvent => ({
  type: 'CollaboratorInvited',
  data: { clinicId, hubId, proId, role, status, availabilities: [], clinicServiceIds: [] },
});
const change = (
  type:
    | 'CollaborationAccepted'
    | 'CollaborationRejected'
    | 'CollaboratorPaused'
    | 'CollaboratorStopped'
    | 'CollaboratorActivated',
  hubId: string,
): ClinicEvent => ({ type, data: { clinicId, hubId } });
const opened = { type: 'ClinicOpened', data: { clinicId, ownerId: 'owner' } } as ClinicEvent;

const rooms = (proId: string, ...events: ClinicEvent[]) =>
  roomsOf([opened, ...events].reduce<Team | undefined>(evolveTeam, undefined), clinicId, proId);

const staff = ['clinic:c', 'clinic:c:staff'];

describe('rooms of a clinic', () => {
  test.each(Object.keys(clinicEvents).filter((type) => type !== 'ClinicArchived'))(
    '%s leaves members in their rooms',
    (type) => {
      const event = { type, data: { hubId: 'unknown' } } as ClinicEvent;
      expect(rooms('owner', event)).toEqual(type === 'ClinicOpened' ? [] : staff);
    },
  );

  test('the owner is staff, with or without a hub', () => {
    expect(rooms('owner')).toEqual(staff);
    expect(rooms('owner', invited('h0', 'owner', 'owner'))).toEqual([...staff, 'clinic:c:hub:h0']);
  });

  test('an active guest is in the room of their own hub only', () => {
    const events = [invited('h1', 'guest', 'guest', 'pending'), change('CollaborationAccepted', 'h1')];
    expect(rooms('guest', ...events)).toEqual(['clinic:c', 'clinic:c:hub:h1']);
  });

  test('an active manager is staff, and a guest again after losing the role', () => {
    const promoted: ClinicEvent = {
      type: 'CollaboratorRoleChanged',
      data: { clinicId, hubId: 'h1', role: 'manager' },
    };
    const demoted: ClinicEvent = { ...promoted, data: { clinicId, hubId: 'h1', role: 'guest' } };
    const start = invited('h1', 'pro', 'guest');
    expect(rooms('pro', start, promoted)).toEqual([...staff, 'clinic:c:hub:h1']);
    expect(rooms('pro', start, promoted, demoted)).toEqual(['clinic:c', 'clinic:c:hub:h1']);
  });

  test('an active reception is staff; a role of a later release is not', () => {
    expect(rooms('pro', invited('h1', 'pro', 'reception'))).toEqual([...staff, 'clinic:c:hub:h1']);
    const later = invited('h1', 'pro', 'concierge' as 'reception');
    expect(rooms('pro', later)).toEqual(['clinic:c', 'clinic:c:hub:h1']);
  });

  test.each<[string, ClinicEvent[]]>([
    ['pending', [invited('h1', 'pro', 'guest', 'pending')]],
    ['rejected', [invited('h1', 'pro', 'guest', 'pending'), change('CollaborationRejected', 'h1')]],
    ['paused', [invited('h1', 'pro', 'manager'), change('CollaboratorPaused', 'h1')]],
    ['stopped', [invited('h1', 'pro', 'manager'), change('CollaboratorStopped', 'h1')]],
    [
      'archived',
      [
        invited('h1', 'pro', 'manager'),
        { type: 'CollaboratorArchived', data: { clinicId, hubId: 'h1', proId: 'pro' } },
      ],
    ],
    ['unknown', [invited('h1', 'other', 'guest')]],
  ])('a %s collaborator is in no room', (_, events) => {
    expect(rooms('pro', ...events)).toEqual([]);
  });

  test('a reactivated collaborator is back', () => {
    const events = [
      invited('h1', 'pro', 'guest'),
      change('CollaboratorPaused', 'h1'),
      change('CollaboratorActivated', 'h1'),
    ];
    expect(rooms('pro', ...events)).toEqual(['clinic:c', 'clinic:c:hub:h1']);
  });

  test('an archived or unknown clinic has no listeners', () => {
    expect(rooms('owner', { type: 'ClinicArchived', data: { clinicId } })).toEqual([]);
    expect(roomsOf(undefined, clinicId, 'owner')).toEqual([]);
  });
});
