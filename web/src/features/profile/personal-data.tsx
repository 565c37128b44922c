import type { Pro } from '@visita/contracts/pro/views';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Section } from '../../ui/layout/section.tsx';
import { EditProfilePanel } from './edit-profile.panel.tsx';
import { EmailChange } from './email-change.tsx';
import classes from './profile.module.css';

const Facts = ({ pro }: { pro: Pro }) => {
  const { t } = useTranslation('common');
  const facts = [
    [t(($) => $.fields.name), pro.name],
    [t(($) => $.fields.lastname), pro.lastname],
    [t(($) => $.fields.email), pro.email],
    [t(($) => $.fields.username), pro.username],
    [t(($) => $.fields.phone), [pro.prefix, pro.phone].filter(Boolean).join(' ')],
  ] as const;
  return (
    <dl className={classes['facts']}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value || '–'}</dd>
        </div>
      ))}
    </dl>
  );
};

/** Personal data of the professional, with a panel to edit it and a form to change the email. */
export const PersonalData = ({ pro }: { pro: Pro }) => {
  const { t } = useTranslation('account');
  const [editing, setEditing] = useState(false);
  return (
    <Section
      title={t(($) => $.personal.title)}
      action={
        <Button variant="light" size="xs" onClick={() => setEditing(true)}>
          {t(($) => $.personal.edit)}
        </Button>
      }
    >
      <Facts pro={pro} />
      <EmailChange currentEmail={pro.email} />
      {editing && <EditProfilePanel pro={pro} onClose={() => setEditing(false)} />}
    </Section>
  );
};
