import type { PasskeyView } from '@visita/contracts/pro/passkeys';
import { Button, Group } from '@mantine/core';
import { lazy, type MouseEvent, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/client.ts';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { useCall } from '../../lib/api/use-call.ts';
import { hasPasskeys } from '../../lib/data/passkeys.ts';
import { longDay, moment } from '../../lib/time/wall-clock.ts';
import { ConfirmAction } from '../../ui/dialogs/confirm-action.tsx';
import { Row, Section } from '../../ui/layout/section.tsx';
import { Failure, Loading } from '../../ui/feedback/states.tsx';
import { useFocusOnPressed } from '../../ui/panels/use-focus-back.ts';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import type { BegunFactor } from './new-factor.dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { RenamePasskeyDialog } from './rename-passkey.dialog.tsx';

const NewFactorDialog = lazy(async () => ({
  default: (await import('./new-factor.dialog.tsx')).NewFactorDialog,
}));

const NewPasskeyDialog = lazy(async () => ({
  default: (await import('./new-passkey.dialog.tsx')).NewPasskeyDialog,
}));

type ListedProps = {
  row: { title: string; text: string };
  question: { title: string; text: string };
  remove: () => Promise<unknown>;
  children?: ReactNode;
};

const Listed = ({ row, question, remove, children }: ListedProps) => {
  const { t } = useTranslation('account');
  return (
    <Row {...row}>
      <Group gap="xs">
        {children}
        <ConfirmAction
          trigger={(ask) => (
            <Button
              variant="outline"
              color="red"
              aria-label={t(($) => $.factors.removeOf, { name: row.title })}
              onClick={ask}
            >
              {t(($) => $.factors.remove)}
            </Button>
          )}
          title={question.title}
          text={question.text}
          confirm={t(($) => $.factors.remove)}
          act={remove}
          failed="factorFailed"
        />
      </Group>
    </Row>
  );
};

type AppProps = { app: { id: string; created: string }; onRemove: (id: string) => Promise<unknown> };

const App = ({ app: { id, created }, onRemove }: AppProps) => {
  const { t, i18n } = useTranslation('account');
  const day = longDay(created.slice(0, 10), currentLanguage(i18n));
  return (
    <Listed
      row={{ title: t(($) => $.factors.app), text: t(($) => $.factors.since, { day }) }}
      question={{ title: t(($) => $.factors.removeTitle), text: t(($) => $.factors.removeText) }}
      remove={() => onRemove(id)}
    />
  );
};

type RenameProps = { passkey: PasskeyView; onChanged: () => Promise<unknown> };

const Rename = ({ passkey, onChanged }: RenameProps) => {
  const { t } = useTranslation('account');
  const [opened, setOpened] = useState(false);
  const onRenamed = async () => {
    await onChanged();
    setOpened(false);
  };
  return (
    <>
      <Button
        variant="default"
        aria-label={t(($) => $.factors.passkey.renameOf, { name: passkey.name })}
        onClick={() => setOpened(true)}
      >
        {t(($) => $.factors.passkey.rename)}
      </Button>
      <RenamePasskeyDialog {...{ passkey, opened, onRenamed }} onClose={() => setOpened(false)} />
    </>
  );
};

type PasskeyProps = RenameProps & { onRemove: (id: string) => Promise<unknown> };

const Passkey = ({ passkey, onChanged, onRemove }: PasskeyProps) => {
  const { t, i18n } = useTranslation('account');
  const { id, name, created, lastUsed } = passkey;
  const language = currentLanguage(i18n);
  const day = longDay(created.slice(0, 10), language);
  const used =
    lastUsed === null
      ? t(($) => $.factors.passkey.unused)
      : t(($) => $.factors.passkey.used, { when: moment(new Date(lastUsed), language) });
  return (
    <Listed
      row={{ title: name, text: [t(($) => $.factors.passkey.since, { day }), used].join(' · ') }}
      question={{
        title: t(($) => $.factors.passkey.removeTitle, { name }),
        text: t(($) => $.factors.passkey.removeText),
      }}
      remove={() => onRemove(id)}
    >
      <Rename passkey={passkey} onChanged={onChanged} />
    </Listed>
  );
};

type CodesProps = {
  left: number;
  onPress: (event: MouseEvent<HTMLElement>) => void;
  onRenew: () => Promise<unknown>;
};

const Codes = ({ left, onPress, onRenew }: CodesProps) => {
  const { t } = useTranslation('account');
  const { sending, submit } = useSubmit({ failed: 'factorFailed' });
  return (
    <Row title={t(($) => $.factors.codes.name)} text={t(($) => $.factors.codes.left, { count: left })}>
      <Button
        variant="default"
        loading={sending}
        onClick={(event) => {
          onPress(event);
          void submit(onRenew);
        }}
      >
        {t(($) => $.factors.codes.renew)}
      </Button>
    </Row>
  );
};

type FactorsProps = {
  /** Element focused after a factor is added; by default the pressed button. */
  next?: RefObject<HTMLElement | null>;
};

/** The professional's passkeys, authenticators and recovery codes. */
export const Factors = ({ next }: FactorsProps) => {
  const { t } = useTranslation(['account', 'common']);
  const { data, error, mutate: read } = useCall('getFactors', {});
  const [begun, setBegun] = useState<BegunFactor | 'passkey' | null>(null);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const [reading, setReading] = useState(false);
  // The next element may be disabled until the added factor is loaded; recovery codes, shown only once, don't
  // wait for that.
  const press = useFocusOnPressed(begun !== null || codes.length > 0 || reading);
  const { sending, submit } = useSubmit({ failed: 'factorFailed' });
  const begin = async () => setBegun((await call('beginFactor')).data);
  const added = async (shown: readonly string[]) => {
    if (next?.current) press({ currentTarget: next.current });
    setReading(true);
    setBegun(null);
    setCodes(shown);
    await read().finally(() => setReading(false));
  };
  const another = useRef<HTMLButtonElement>(null);
  const remove = async (id: string) => {
    await call('removeFactor', { params: { id } });
    await read();
    // The pressed button is removed with its row.
    setTimeout(() => another.current?.focus({ preventScroll: true }));
  };
  const renew = async () => {
    setCodes((await call('renewRecoveryCodes')).data.recoveryCodes);
    await read();
  };
  const { factors: apps = [], passkeys = [], recoveryCodes = 0 } = data?.data ?? {};
  return (
    <Section title={t(($) => $.factors.title)}>
      {!data && error && <Failure text={t(($) => $.common.states.offline)} onRetry={() => void read()} />}
      {!data && !error && <Loading rows={1} height={44} />}
      {passkeys.map((passkey) => (
        <Passkey key={passkey.id} passkey={passkey} onChanged={read} onRemove={remove} />
      ))}
      {apps.map((app) => (
        <App key={app.id} app={app} onRemove={remove} />
      ))}
      {apps.length + passkeys.length > 0 && <Codes left={recoveryCodes} onPress={press} onRenew={renew} />}
      {data && hasPasskeys() && (
        <Row title={t(($) => $.factors.passkey.title)} text={t(($) => $.factors.passkey.text)}>
          <Button
            variant="default"
            onClick={(event) => {
              press(event);
              setBegun('passkey');
            }}
          >
            {t(($) => $.factors.passkey.open)}
          </Button>
        </Row>
      )}
      {data && (
        <Row title={t(($) => $.factors.add)} text={t(($) => $.factors.text)}>
          <Button
            ref={another}
            variant="default"
            loading={sending}
            onClick={(event) => {
              press(event);
              void submit(begin);
            }}
          >
            {t(($) => $.factors.open)}
          </Button>
        </Row>
      )}
      <Suspense fallback={null}>
        {begun === 'passkey' && (
          <NewPasskeyDialog onAdded={(shown) => void added(shown)} onClose={() => setBegun(null)} />
        )}
        {begun && begun !== 'passkey' && (
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
