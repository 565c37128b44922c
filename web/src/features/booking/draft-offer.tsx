import type { Pro } from '@visita/contracts/pro/views';
import { Button, CloseButton, Group } from '@mantine/core';
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bookingDrafts, newBookingAtom } from '../../lib/state/booking.atoms.ts';
import { draftsWith, keepDraft } from '../../lib/state/drafts.ts';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { dateOf, dayFormat } from '../../lib/time/wall-clock.ts';
import classes from './new-booking.module.css';
import type { Values } from './use-new-booking.ts';

/** Long names wrap inside the button. */
const wrapping = { root: classes['offer'] ?? '', label: classes['offerText'] ?? '' };

/** Drafts that stay; older ones are removed when another form is opened. */
const draftsKept = 5;

/** Returns what a draft says about its patient, or its note; empty if nothing was typed. */
const typedIn = ({ draft, added, proNotes, basis }: Partial<Values>): string =>
  draft?.name ||
  draft?.email ||
  draft?.phone ||
  added?.query ||
  added?.email ||
  basis?.patient?.name ||
  proNotes?.slice(0, 30) ||
  '';

/** Returns the latest draft that was left in another form, and removes old ones. */
const latestLeft = (proId: string, current: string) => {
  const others = draftsWith(proId, bookingDrafts).filter(([name]) => name !== current);
  for (const [name] of others.slice(draftsKept)) keepDraft(proId, name, null);
  return others.find(([, fields]) => typedIn(fields as Partial<Values>) !== '') ?? null;
};

/** Offer to go on with the booking that was typed last and not sent. */
export const DraftOffer = ({ pro, name }: { pro: Pro; name: string }) => {
  const { t, i18n } = useTranslation('appointment');
  const open = useSetAtom(newBookingAtom);
  const [left, setLeft] = useState(() => latestLeft(pro.id, name));
  if (!left) return null;
  const [draft, fields] = left;
  const values = fields as Partial<Values>;
  const begun = values.basis ?? { day: null, time: '' };
  const { day, time } = values.when ?? begun;
  const written = dayFormat(currentLanguage(i18n), { weekday: 'short', day: 'numeric', month: 'short' });
  const when = [day && written.format(dateOf(day)), time].filter(Boolean).join(' ');
  const drop = () => {
    keepDraft(pro.id, draft, null);
    setLeft(latestLeft(pro.id, name));
  };
  return (
    <Group gap={4} wrap="nowrap" justify="space-between">
      <Button variant="light" classNames={wrapping} onClick={() => open({ ...begun, draft })}>
        {t(($) => $.goOn, { draft: [typedIn(values), when].filter(Boolean).join(', ') })}
      </Button>
      <CloseButton aria-label={t(($) => $.dropDraft)} title={t(($) => $.dropDraft)} onClick={drop} />
    </Group>
  );
};
