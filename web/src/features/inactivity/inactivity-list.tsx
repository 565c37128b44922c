import { ActionIcon, Button, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Confirm } from '../../ui/confirm.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { refreshCalendar } from '../../lib/data/calendar.api.ts';
import classes from './inactivity.module.css';
import { listedDate, listedTime } from './period.ts';

type Entry = {
  id: string;
  title: string;
  clinic_id: string;
  clinic_name: string;
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

const Row = ({ entry, onRemove }: { entry: Entry; onRemove: (() => void) | null }) => {
  const { t } = useTranslation('inactivity');
  return (
    <li className={classes['row']}>
      <div className={classes['main']}>
        <Text fw={600}>{entry.title}</Text>
        <Text c="dimmed">{entry.clinic_name}</Text>
      </div>
      <dl className={classes['period']}>
        <When label={t(($) => $.fields.start)} date={entry.starting_date} />
        <When label={t(($) => $.fields.end)} date={entry.ending_date} />
      </dl>
      {onRemove && (
        <ActionIcon
          variant="subtle"
          color="red"
          size={36}
          aria-label={t(($) => $.remove.of, { title: entry.title })}
          onClick={onRemove}
        >
          <Icon name="trash" size={18} />
        </ActionIcon>
      )}
    </li>
  );
};

type Props = {
  title: string;
  none: string;
  add: string;
  entries: readonly Entry[];
  /** Which entries the pro may take back. */
  mayRemove: (entry: Entry) => boolean;
  remove: (id: string) => Promise<unknown>;
  /** Opens the form; null where there is nothing that could be closed. */
  onAdd: (() => void) | null;
};

/** Closings or vacations, to add to and to take back. */
export const InactivityList = ({ title, none, add, entries, mayRemove, remove, onAdd }: Props) => {
  const { t } = useTranslation('inactivity');
  const toasts = useToasts();
  const [asked, setAsked] = useState<Entry | null>(null);
  const takeBack = async ({ id }: Entry) => {
    setAsked(null);
    try {
      await remove(id);
    } catch (error) {
      toasts.failed(
        error,
        t(($) => $.remove.errorMessage),
        5,
      );
    }
    await refreshCalendar();
  };
  return (
    <section className={classes['card']}>
      <div className={classes['head']}>
        <Title order={2} size="h4">
          {title}
        </Title>
        {onAdd && (
          <Button variant="light" leftSection={<Icon name="plus" size={18} />} onClick={onAdd}>
            {add}
          </Button>
        )}
      </div>
      {entries.length === 0 ? (
        <Text c="dimmed">{none}</Text>
      ) : (
        <ul className={classes['list']}>
          {entries.map((entry) => (
            <Row key={entry.id} entry={entry} onRemove={mayRemove(entry) ? () => setAsked(entry) : null} />
          ))}
        </ul>
      )}
      <Confirm
        opened={asked !== null}
        title={t(($) => $.remove.confirmTitle)}
        confirm={t(($) => $.remove.confirm)}
        danger
        onCancel={() => setAsked(null)}
        onConfirm={() => asked && void takeBack(asked)}
      >
        {t(($) => $.remove.confirmText, { title: asked?.title ?? '' })}
      </Confirm>
    </section>
  );
};
