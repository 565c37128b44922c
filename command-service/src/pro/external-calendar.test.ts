import { sample, sampleId, sampleIds } from '@visita/contracts/samples';
import { rejects, specs } from '@visita/platform/testing/decider';
import { describe, it } from 'vitest';
import { proDecider } from './decider.ts';

const { given } = specs(proDecider);
const proId = sampleIds.owner;
const active = [sample('ProSignedUp'), sample('PersonalDataSaved'), sample('PlanChosen')];
const [connectionId, another] = [sampleId(7, 1), sampleId(7, 2)];
const connect = { type: 'connect-calendar', connectionId, onlinePaymentFunction: true } as const;
const connected = {
  type: 'ExternalCalendarConnected',
  data: { proId, connectionId, replaces: null },
} as const;
const disconnected = {
  type: 'ExternalCalendarDisconnected',
  data: { proId, connectionId, by: 'pro' },
} as const;

describe('the external calendar connection', () => {
  it('is possible with the online-payment function in the subscription', () => {
    given(active).when(connect).then([connected]);
    given(active)
      .when({ ...connect, onlinePaymentFunction: false })
      .then(rejects('plan-required'));
  });

  it('replaces the former one', () => {
    given([...active, connected])
      .when({ ...connect, connectionId: another })
      .then([
        { type: 'ExternalCalendarConnected', data: { proId, connectionId: another, replaces: connectionId } },
      ]);
  });

  it('stays if the plan loses the function, but cannot be replaced', () => {
    given([...active, connected])
      .when({ ...connect, onlinePaymentFunction: false })
      .then([]);
    given([...active, connected])
      .when({ ...connect, connectionId: another, onlinePaymentFunction: false })
      .then(rejects('plan-required'));
  });

  it('is ended by Disconnect on any plan, once', () => {
    given([...active, connected])
      .when({ type: 'disconnect-calendar' })
      .then([disconnected]);
    given(active).when({ type: 'disconnect-calendar' }).then([]);
  });
});
