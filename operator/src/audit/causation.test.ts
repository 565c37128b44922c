import type { Actor, RecordedEvent } from '@visita/contracts/envelope';
import type { CausedEvent } from '@visita/contracts/operator/audit';
import { recorded, sample, sampleId } from '@visita/contracts/samples';
import { deriveId } from '@visita/platform/ids/derive-id';
import { expect, it } from 'vitest';
import { inWords } from './actors.ts';
import { arrange } from './causation.ts';

const command = sampleId(8, 7);
const [moved, released, secured, apart] = recorded([
  sample('BookingMoved'),
  sample('BookingConfirmed'),
  sample('BookingConfirmed'),
  sample('BookingCancelled'),
]) as [RecordedEvent, RecordedEvent, RecordedEvent, RecordedEvent];

const caused = (event: RecordedEvent, causationId: string, actor: Actor): RecordedEvent => ({
  ...event,
  metadata: { ...event.metadata, causationId, actor },
});

const outline = ({ eventId, process, caused: below }: CausedEvent): unknown => [
  eventId,
  process,
  ...below.map(outline),
];

it('arranges events under the commands and processes that caused them', () => {
  const events = [
    caused(moved, command, 'pro:p1'),
    caused(released, deriveId(moved.id, 'keep-agenda'), 'process:keep-agenda'),
    caused(secured, deriveId(released.id, 'know-patients'), 'process:know-patients'),
    caused(apart, 'of-another-request', 'anonymous'),
  ];
  const roots = arrange(events, { describe: ({ id }) => ({ eventId: id }) as never, who: inWords });
  expect(roots.map(({ who, caused: below }) => [who, ...below.map(outline)])).toEqual([
    ['pro p1', [moved.id, null, [released.id, 'keep-agenda', [secured.id, 'know-patients']]]],
    ['a visitor', [apart.id, null]],
  ]);
});
