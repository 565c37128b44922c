import type { Pro } from '@visita/contracts/pro/views';
import { listMaximum } from '@visita/contracts/patient/search';
import type { ListedPatient, PatientList as Answer } from '@visita/contracts/patient/views';
import { Text } from '@mantine/core';
import { defaultRangeExtractor, useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { usePatientPage, type Listing } from '../../lib/data/patients.api.ts';
import { groupBy } from '../../lib/compat/group-by.ts';
import classes from './patient-list.module.css';
import { PatientRow, RowSkeleton } from './patient-row.tsx';

/** Estimated row height before measurement. */
const estimated = 56;

type PageProps = {
  pro: Pro;
  listing: Listing;
  page: number;
  rows: readonly VirtualItem[];
  total: number;
  measure: (row: HTMLElement | null) => void;
  top: number;
  onEdit: (patient: ListedPatient) => void;
};

/** Visible rows of one page, which is loaded at once. */
const Page = ({ pro, listing, page, rows, total, measure, top, onEdit }: PageProps) => {
  const patients = usePatientPage(pro, listing, page).data?.patients ?? [];
  return rows.map(({ index, start }) => {
    const patient = patients[index % listMaximum];
    return (
      <li
        key={index}
        ref={measure}
        data-index={index}
        className={classes['item']}
        aria-setsize={total}
        aria-posinset={index + 1}
        style={{ transform: `translateY(${start - top}px)` }}
      >
        {patient ? <PatientRow patient={patient} onEdit={() => onEdit(patient)} /> : <RowSkeleton />}
      </li>
    );
  });
};

const indexOf = (element: Element | null): number | null => {
  const row = element?.closest('[data-index]')?.getAttribute('data-index');
  return row ? Number(row) : null;
};

/** Returns the row that a key moves to. */
const steps: Partial<Record<string, (index: number, last: number) => number>> = {
  ArrowDown: (index) => index + 1,
  ArrowUp: (index) => index - 1,
  Home: () => 0,
  End: (_, last) => last,
};

/** Rows to render: the visible ones, their neighbours, and the focused one. */
const useRows = (total: number) => {
  const list = useRef<HTMLUListElement>(null);
  const [focused, setFocused] = useState<number | null>(null);
  const wanted = useRef<number | null>(null);
  const [top, setTop] = useState(0);
  const rows = useWindowVirtualizer({
    count: total,
    estimateSize: () => estimated,
    overscan: 8,
    scrollMargin: top,
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      const far = focused !== null && focused < total && !shown.includes(focused);
      return far ? [...shown, focused].toSorted((one, other) => one - other) : shown;
    },
  });
  useEffect(() => {
    const offset = (list.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
    if (Math.abs(offset - top) > 1) setTop(offset);
  });
  useEffect(() => {
    if (wanted.current === null) return;
    const link = list.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"] a`);
    if (!link) return;
    wanted.current = null;
    link.focus({ preventScroll: true });
  });
  const step = (event: KeyboardEvent) => {
    const index = indexOf(event.target as Element);
    const to = index === null ? undefined : steps[event.key]?.(index, total - 1);
    if (to === undefined || to < 0 || to >= total) return;
    event.preventDefault();
    wanted.current = to;
    setFocused(to);
    rows.scrollToIndex(to, { align: 'auto' });
  };
  return { list, rows, top, step, setFocused };
};

/** Column heads, hidden from screen readers: each row names its values, on phones for everyone. */
const Heads = () => {
  const { t } = useTranslation('patients');
  return (
    <div className={classes['heads']} aria-hidden="true">
      <span />
      <span>{t(($) => $.list.by.name)}</span>
      <span>{t(($) => $.list.contact)}</span>
      <span>{t(($) => $.list.last)}</span>
      <span>{t(($) => $.list.next)}</span>
    </div>
  );
};

type Props = { pro: Pro; listing: Listing; first: Answer; onEdit: (patient: ListedPatient) => void };

/** Virtualised list of patients; pages are loaded as their rows become visible. */
export const PatientList = ({ pro, listing, first: { total }, onEdit }: Props) => {
  const { t } = useTranslation('patients');
  const { list, rows, top, step, setFocused } = useRows(total);
  const pages = groupBy(rows.getVirtualItems(), ({ index }) => Math.floor(index / listMaximum));
  return (
    <>
      <Text c="dimmed" role="status">
        {total === 0 ? t(($) => $.noneFound) : t(($) => $.count, { count: total })}
      </Text>
      {total > 0 && (
        <>
          <Heads />
          <ul
            ref={list}
            className={classes['list']}
            aria-label={t(($) => $.title)}
            style={{ height: rows.getTotalSize() }}
            onKeyDown={step}
            onFocus={(event) => setFocused(indexOf(event.target))}
            onBlur={() => setFocused(null)}
          >
            {[...pages].map(([page, items]) => (
              <Page
                key={page}
                {...{ pro, listing, page, total, top, onEdit }}
                rows={items}
                measure={rows.measureElement}
              />
            ))}
          </ul>
        </>
      )}
    </>
  );
};
