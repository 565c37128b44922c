import { erased, type Erased, isErased, readable } from '@visita/contracts/event';
import { defaultSlug, formerSlugsKept } from '@visita/contracts/fields';
import { changedOptions, defaultOptions } from '@visita/contracts/pro/options';
import type { Language } from '@visita/contracts/language';
import type { Projection } from '@visita/platform/projection/projection';
import type { Rows } from '@visita/platform/projection/rows';
import { optionColumns, profileColumns } from '@visita/read-model/pro/columns';
import { formerSlugs, pros } from '@visita/read-model/pro/tables';

type NewPro = {
  proId: string;
  email: string | Erased;
  username: string | Erased;
  comunicationsLanguage: Language;
};

const newPro = ({ proId, email, username, comunicationsLanguage }: NewPro) => ({
  pro_id: proId,
  email: readable(email),
  address_proven: false,
  review: null,
  username: readable(username),
  slug: isErased(username) ? null : defaultSlug(username, proId),
  title: null,
  ...profileColumns(null),
  plan: null,
  external_calendar: null,
  pending_email: null,
  ...optionColumns(defaultOptions(comunicationsLanguage)),
});

const deletedColumns = {
  ...profileColumns(erased),
  email: null,
  address_proven: false,
  review: null,
  username: null,
  slug: null,
  title: null,
  pending_email: null,
  external_calendar: null,
  thank_you_page_url: null,
  languages_spoken: '',
  config_status: 0,
} as const;

/** Replaces a pro's former addresses; the latest comes first. */
const putFormer = (rows: Rows, proId: string, slugs: readonly string[]): void => {
  for (let place = 0; place < formerSlugsKept; place += 1) {
    const slug = slugs[place];
    if (slug === undefined) rows.remove(formerSlugs, { pro_id: proId, place });
    else rows.put(formerSlugs, { pro_id: proId, place, slug });
  }
};

/** Pros with their options, one row each, and the addresses that redirect to them. */
export const prosProjection: Projection = {
  name: 'pros',
  version: 5,
  tables: [pros, formerSlugs],
  on: {
    ProSignedUp: ({ data }, rows) =>
      rows.put(pros, { ...newPro(data), config_status: 1, marketing_consent: data.marketingConsent }),
    ProInvited: ({ data }, rows) =>
      rows.put(pros, { ...newPro(data), config_status: 10, marketing_consent: false }),
    PersonalDataSaved: ({ data }, rows) =>
      rows.patch(
        pros,
        { pro_id: data.proId },
        { ...profileColumns(data.profile), title: data.title, config_status: 2 },
      ),
    PlanChosen: ({ data }, rows) =>
      rows.patch(pros, { pro_id: data.proId }, { plan: data.plan, config_status: 100 }),
    PlanAssigned: ({ data }, rows) => rows.patch(pros, { pro_id: data.proId }, { plan: data.plan }),
    CollaboratorOnboarded: ({ data }, rows) =>
      rows.patch(
        pros,
        { pro_id: data.proId },
        {
          ...profileColumns(data.profile),
          title: data.title,
          ...(data.marketingConsent === undefined ? {} : { marketing_consent: data.marketingConsent }),
          config_status: 100,
        },
      ),
    ProfileUpdated: ({ data }, rows) =>
      rows.patch(pros, { pro_id: data.proId }, profileColumns(data.profile)),
    MarketingConsentChanged: ({ data }, rows) =>
      rows.patch(pros, { pro_id: data.proId }, { marketing_consent: data.marketingConsent }),
    OptionsChanged: ({ data }, rows) =>
      rows.patch(pros, { pro_id: data.proId }, optionColumns(changedOptions(data))),
    BookingSlugChanged: ({ data: { proId, calendarPageUrl, former = [] } }, rows) => {
      rows.patch(pros, { pro_id: proId }, { slug: readable(calendarPageUrl) });
      putFormer(rows, proId, readable(former) ?? []);
    },
    // The row stays because past bookings refer to it, without personal data.
    ProDeletionRequested: ({ data: { proId } }, rows) => {
      rows.patch(pros, { pro_id: proId }, deletedColumns);
      putFormer(rows, proId, []);
    },
    EmailChangeRequested: ({ data }, rows) =>
      rows.patch(pros, { pro_id: data.proId }, { pending_email: readable(data.newEmail) }),
    EmailChanged: ({ data }, rows) =>
      rows.patch(
        pros,
        { pro_id: data.proId },
        { email: readable(data.email), pending_email: null, address_proven: true },
      ),
    PasswordSet: ({ data }, rows) => rows.patch(pros, { pro_id: data.proId }, { address_proven: true }),
    ProAddressProven: ({ data: { proId, by } }, rows) =>
      rows.patch(
        pros,
        { pro_id: proId },
        { address_proven: true, ...(by === 'sign-up' ? {} : { pending_email: null }) },
      ),
    ExternalCalendarConnected: ({ data }, rows) =>
      rows.patch(pros, { pro_id: data.proId }, { external_calendar: data.connectionId }),
    ExternalCalendarDisconnected: ({ data }, rows) =>
      rows.patch(pros, { pro_id: data.proId }, { external_calendar: null }),
    AccountReviewAsked: ({ data: { proId, about } }, rows) =>
      rows.patch(pros, { pro_id: proId }, { review: about }),
    AccountReviewed: ({ data: { proId } }, rows) => rows.patch(pros, { pro_id: proId }, { review: null }),
  },
};
