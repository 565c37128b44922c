import type { ActingMember } from '@visita/contracts/clinic/acting';
import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ConfirmAction } from '../../ui/dialogs/confirm-action.tsx';
import { RemoveButton } from '../../ui/icons/icon-button.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { Icon } from '../../ui/icons/icons.tsx';
import { refreshCalendar } from '../../lib/data/calendar.api.ts';
import { visitsPath } from '../../lib/page/paths.ts';
import { dayOf, listedDate, listedTime, wallNow } from '../../lib/time/wall-clock.ts';
import { useActingText } from '../../lib/text/use-acting-text.ts';
import classes from './inactivity.module.css';

type Entry = {
  id: string;
  title: string;
  clinic_id: string;
  clinic_name: string;
  /** Colleague whose vacation it is. */
  pro_name?: string;
  /** Colleague who planned it. */
  by?: ActingMember | undefined;
  starting_date: string;
  ending_date: string;
};

const When = ({ label, date }: { label: string; date: string }) => (
  <div className={classes['when']}>
    <dt>{label}</dt>
    <dd className="tabular">
      {listedDate(date)} <span>{listedTime(date)}</span>
    </dd>
  </div>
);

type RemoveProps = { title: string; remove: () => Promise<unknown> };

const TakeBack = ({ title, remove }: RemoveProps) => {
  const { t } = useTranslation('inactivity');
  const takeBack = async () => {
    try {
      await remove();
    } finally {
      await refreshCalendar();
    }
  };
  return (
    <ConfirmAction
      trigger={(ask) => <RemoveButton size={36} label={t(($) => $.remove.of, { title })} onClick={ask} />}
      title={t(($) => $.remove.confirmTitle)}
      text={t(($) => $.remove.confirmText, { title })}
      confirm={t(($) => $.remove.confirm)}
      act={takeBack}
      failed="periodRemovalFailed"
    />
  );
};

const Row = ({ entry, children }: { entry: Entry; children: ReactNode }) => {
  const { t } = useTranslation('inactivity');
  const actingText = useActingText();
  return (
    <li className={classes['row']}>
      <div className={classes['main']}>
        <Text fw={600}>{entry.title}</Text>
        <Text c="dimmed">
          {[entry.pro_name, entry.clinic_name, entry.by && actingText(entry.by)].filter(Boolean).join(' · ')}
        </Text>
      </div>
      <dl className={classes['period']}>
        <When label={t(($) => $.fields.start)} date={entry.starting_date} />
        <When label={t(($) => $.fields.end)} date={entry.ending_date} />
      </dl>
      {dayOf(entry.ending_date) >= dayOf(wallNow(undefined)) && (
        <Button
          component={Link}
          to={visitsPath({ of: entry.id })}
          variant="subtle"
          size="compact-md"
          aria-label={t(($) => $.visits.open, { title: entry.title })}
        >
          {t(($) => $.visits.link)}
        </Button>
      )}
      {children}
    </li>
  );
};

type Props = {
  title: string;
  none: string;
  add: string;
  entries: readonly Entry[];
  /** Returns whether the professional may remove an entry. */
  mayRemove: (entry: Entry) => boolean;
  remove: (id: string) => Promise<unknown>;
  onAdd: (() => void) | null;
};

export const InactivityList = ({ title, none, add, entries, mayRemove, remove, onAdd }: Props) => (
  <Section
    title={title}
    action={
      onAdd && (
        <Button variant="light" leftSection={<Icon name="plus" size={18} />} onClick={onAdd}>
          {add}
        </Button>
      )
    }
  >
    {entries.length === 0 ? (
      <Text c="dimmed">{none}</Text>
    ) : (
      <ul>
        {entries.map((entry) => (
          <Row key={entry.id} entry={entry}>
            {mayRemove(entry) && <TakeBack title={entry.title} remove={() => remove(entry.id)} />}
          </Row>
        ))}
      </ul>
    )}
  </Section>
);
