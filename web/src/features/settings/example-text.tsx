import { segmentsOf } from '@visita/contracts/messages/segments';
import type { MessageSettings } from '@visita/contracts/messages/settings';
import { visitText } from '@visita/contracts/messages/words';
import type { Pro } from '@visita/contracts/pro/views';
import { Text } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useClinics } from '../../lib/data/clinic.api.ts';

const longest = (texts: readonly string[]): string =>
  texts.reduce((one, other) => (other.length > one.length ? other : one), '');

/** As long as the links of texts. */
const link = `${location.origin}/m/${'a'.repeat(22)}`;
/** A date whose words are among the longest. */
const start = new Date('2026-09-23T10:00:00Z');

/** The reminder with the longest names of clinic and service, and the number of texts for which it is paid. */
export const ExampleText = ({ pro, settings }: { pro: Pro; settings: MessageSettings }) => {
  const { t } = useTranslation('messages');
  const id = useId();
  const clinics = useClinics(pro).data ?? [];
  const services = clinics.flatMap((clinic) => clinic.clinic_services.map(({ serviceName }) => serviceName));
  const text = visitText({
    language: pro.options.comunicationsLanguage,
    clinic: longest(clinics.map(({ name }) => name)),
    professional: [pro.name, pro.lastname].filter(Boolean).join(' '),
    service: settings.serviceInTexts && services.length > 0 ? longest(services) : null,
    start,
    timezone: 'UTC',
    link,
    ask: true,
    stop: false,
    plain: settings.plainLetters,
  });
  const { encoding, units, segments: count } = segmentsOf(text);
  const size = encoding === 'gsm-7' ? [160, 153] : [70, 67];
  return (
    <section aria-labelledby={id}>
      <Text id={id} size="sm" fw={600}>
        {t(($) => $.texts.example)}
      </Text>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {text}
      </Text>
      <Text size="sm" c="dimmed" role="status">
        {t(($) => $.texts.paid, { count, units, each: size[count > 1 ? 1 : 0] })}
      </Text>
    </section>
  );
};
