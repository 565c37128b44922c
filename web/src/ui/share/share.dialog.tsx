import { Button, Modal, Stack, Text } from '@mantine/core';
import { QRCodeCanvas, QRCodeSVG } from 'qrcode.react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { bookingLink } from '../../lib/booking/booking-link.ts';
import { saveFile } from '../../lib/page/save-file.ts';
import { CopyField } from '../fields/copy-field.tsx';
import { Icon } from '../icons/icons.tsx';
import classes from './share.module.css';
import { useFocusBack } from '../panels/use-focus-back.ts';

/** Edge of the file in pixels, about 9 cm in print. */
const fileSize = 1024;
/** Quiet zone around a QR code, in modules. */
const quietZone = 4;

export const ShareDialog = ({ slug, onClose }: { slug: string; onClose: () => void }) => {
  const { t } = useTranslation(['welcome', 'common']);
  useFocusBack(true);
  const canvas = useRef<HTMLCanvasElement>(null);
  const link = bookingLink(slug);
  const save = () => canvas.current?.toBlob((file) => file && saveFile(`visita-${slug}.png`, file));
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(($) => $.share.title)}
      closeButtonProps={{ 'aria-label': t(($) => $.common.actions.close) }}
      centered
    >
      <Stack>
        <Text c="dimmed">{t(($) => $.share.text)}</Text>
        <CopyField label={t(($) => $.share.address)} value={link} />
        <div className={classes['code']}>
          <QRCodeSVG value={link} size={220} marginSize={quietZone} title={t(($) => $.share.qr, { link })} />
          <QRCodeCanvas ref={canvas} value={link} size={fileSize} marginSize={quietZone} hidden />
        </div>
        <Button leftSection={<Icon name="download" size={18} />} onClick={save}>
          {t(($) => $.share.download)}
        </Button>
      </Stack>
    </Modal>
  );
};
