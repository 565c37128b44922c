import { emailKey } from '@visita/contracts/email-key';
import { getDomain } from 'tldts-icann';

/** Providers that ignore dots before the @. */
const dotless: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/**
 * Providers with one mailbox per customer: two addresses belong to two people. At other domains one
 * person may be able to read mails to every address.
 */
const publicProviders: ReadonlySet<string> = new Set(
  `gmail.com outlook.com outlook.it outlook.es hotmail.com hotmail.it hotmail.es hotmail.fr hotmail.co.uk live.com
  live.it live.co.uk msn.com yahoo.com yahoo.it yahoo.es yahoo.fr yahoo.de yahoo.co.uk ymail.com rocketmail.com aol.com
  icloud.com me.com mac.com proton.me protonmail.com pm.me tutanota.com gmx.com gmx.net gmx.de gmx.at web.de t-online.de
  freenet.de mail.com fastmail.com zoho.com yandex.com yandex.ru mail.ru qq.com 163.com 126.com naver.com
  libero.it iol.it inwind.it blu.it giallo.it virgilio.it alice.it tim.it tin.it tiscali.it fastwebnet.it
  vodafone.it email.it poste.it aruba.it pec.it legalmail.it postecert.it
  telefonica.net movistar.es terra.es ono.com orange.es euskaltel.net wanadoo.es correo.es
  orange.fr free.fr laposte.net sfr.fr bluewin.ch btinternet.com sky.com talktalk.net virginmedia.com
  comcast.net att.net verizon.net`.split(/\s+/),
);

/** Returns the mailbox of an address. The part after a plus is arbitrary. */
export const mailboxOf = (address: string): string => {
  const [, name = '', domain = ''] = /^([^@]+?)(?:\+[^@]*)?@(.*)$/.exec(emailKey(address)) ?? [];
  const known = dotless.has(domain);
  return `${known ? name.replaceAll('.', '') : name}@${known ? 'gmail.com' : domain}`;
};

/** Returns the owner of a mailbox for limits: the mailbox at a public provider, otherwise the registered domain. */
export const mailHolderOf = (address: string): string => {
  const mailbox = mailboxOf(address);
  const domain = mailbox.slice(mailbox.indexOf('@') + 1);
  return publicProviders.has(domain) ? mailbox : (getDomain(domain) ?? domain);
};
