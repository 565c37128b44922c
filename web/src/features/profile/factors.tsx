import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/client.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { useCall } from '../../lib/use-call.ts';
import { longDay } from '../../lib/wall-clock.ts';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { Row, Section } from '../../ui/section.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import type { BegunFactor } from './new-factor.dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

const NewFactorDialog = lazy(async () => ({
  default: (await import('./new-factor.dialog.tsx')).NewFactorDialog,
}));

type ListedProps = { factor: { id: string; created: string }; onRemove: (id: string) => Promise<unknown> };

const Listed = ({ factor: { id, created }, onRemove }: ListedProps) => {
  const { t, i18n } = useTranslation('account');
  const day = longDay(created.slice(0, 10), currentLanguage(i18n));
  return (
    <Row title={t(($) => $.factors.app)} text={t(($) => $.factors.since, { day })}>
      <ConfirmAction
        trigger={(ask) => (
          <Button variant="outline" color="red" onClick={ask}>
            {t(($) => $.factors.remove)}
          </Button>
        )}
        title={t(($) => $.factors.removeTitle)}
        text={t(($) => $.factors.removeText)}
        confirm={t(($) => $.factors.remove)}
        act={() => onRemove(id)}
        failed="factorFailed"
      />
    </Row>
  );
};

const Codes = ({ left, onRenew }: { left: number; onRenew: () => Promise<unknown> }) => {
  const { t } = useTranslation('account');
  const { sending, submit } = useSubmit({ failed: 'factorFailed' });
  return (
    <Row title={t(($) => $.factors.codes.name)} text={t(($) => $.factors.codes.left, { count: left })}>
      <Button variant="default" loading={sending} onClick={() => void submit(onRenew)}>
        {t(($) => $.factors.codes.renew)}
      </Button>
    </Row>
  );
};

/** Login in two steps: the pro's authenticators and recovery codes. */
export const Factors = () => {
  const { t } = useTranslation(['account', 'common']);
  const { data, error, mutate: read } = useCall('getFactors', {});
  const [begun, setBegun] = useState<BegunFactor | null>(null);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const { sending, submit } = useSubmit({ failed: 'factorFailed' });
  const begin = async () => setBegun((await call('beginFactor')).data);
  const added = async (shown: readonly string[]) => {
    setBegun(null);
    setCodes(shown);
    await read();
  };
  const remove = async (id: string) => {
    await call('removeFactor', { params: { id } });
    await read();
  };
  const renew = async () => {
    setCodes((await call('renewRecoveryCodes')).data.recoveryCodes);
    await read();
  };
  const factors = data?.data.factors ?? [];
  return (
    <Section title={t(($) => $.factors.title)}>
      {!data && error && <Failure text={t(($) => $.common.states.offline)} onRetry={() => void read()} />}
      {!data && !error && <Loading rows={1} height={44} />}
      {factors.map((factor) => (
        <Listed key={factor.id} factor={factor} onRemove={remove} />
      ))}
      {data && factors.length > 0 && <Codes left={data.data.recoveryCodes} onRenew={renew} />}
      {data && (
        <Row title={t(($) => $.factors.add)} text={t(($) => $.factors.text)}>
          <Button variant="default" loading={sending} onClick={() => void submit(begin)}>
            {t(($) => $.factors.open)}
          </Button>
        </Row>
      )}
      <Suspense fallback={null}>
        {begun && (
          <NewFactorDialog
            factor={begun}
            onAdded={(shown) => void added(shown)}
            onClose={() => setBegun(null)}
          />
        )}
      </Suspense>
      {codes.length > 0 && <RecoveryCodes codes={codes} onClose={() => setCodes([])} />}
    </Section>
  );
};
