import type { Pro } from '@visita/contracts/pro/views';
import { Switch } from '@mantine/core';
import { useReducer } from 'react';
import { useTranslation } from 'react-i18next';
import { isOnDesk, list, locksWhenIdle, setLocksWhenIdle, unlist } from '../../lib/session/desk.ts';
import { Section } from '../../ui/layout/section.tsx';

/** Choices of the account for this browser: its name at the login, and a lock after idle minutes. */
export const SharedDesk = ({ pro }: { pro: Pro }) => {
  const { t } = useTranslation('account');
  const [, refresh] = useReducer((times: number) => times + 1, 0);
  return (
    <Section title={t(($) => $.desk.title)}>
      <Switch
        size="md"
        label={t(($) => $.desk.listed)}
        description={t(($) => $.desk.listedText)}
        checked={isOnDesk(pro.id)}
        onChange={(event) => {
          if (event.currentTarget.checked) list(pro);
          else unlist(pro.id);
          refresh();
        }}
      />
      <Switch
        size="md"
        label={t(($) => $.desk.idle)}
        description={t(($) => $.desk.idleText)}
        checked={locksWhenIdle(pro.id)}
        onChange={(event) => {
          setLocksWhenIdle(pro.id, event.currentTarget.checked);
          refresh();
        }}
      />
    </Section>
  );
};
