/** Addresses of the entrance and the dashboard. Public pages have their own entry. */
export const paths = {
  login: '/login',
  signup: '/signup',
  passwordRequest: '/password-request',
  passwordSetting: '/password-setting',
  passwordSettingCollaborator: '/password-setting-collaborator',
  newMailSetting: '/new-mail-setting',
  emailConfirmation: '/email-confirmation',
  privacyPolicy: '/privacy-policy',
  termsAndConditions: '/terms-and-conditions',
  cookiePolicy: '/cookie-policy',
  notFound: '/not-found',
  personalData: '/onboarding/personal-data',
  subscription: '/onboarding/subscription',
  collaborator: '/onboarding/collaborator',
  accountReview: '/account-review',
  loading: '/loading',
  calendar: '/dashboard/calendar',
  today: '/dashboard/today',
  waitingList: '/dashboard/waiting_list',
  recalls: '/dashboard/recalls',
  clinic: '/dashboard/clinic',
  patients: '/dashboard/patients',
  patient: '/dashboard/patients/:patientId',
  overview: '/dashboard/overview',
  inactivity: '/dashboard/inactivity',
  visitsInTheWay: '/dashboard/inactivity/visits',
  setting: '/dashboard/setting',
  account: '/dashboard/account-data',
} as const;

export const destinationOf = (configStatus: number): string =>
  ({ 1: paths.personalData, 2: paths.subscription, 10: paths.collaborator, 100: paths.loading })[
    configStatus
  ] ?? paths.login;

/** Returns the address of a patient's card; the professional is named if the patient is a colleague's. */
export const patientPath = (patientId: string, colleagueId?: string): string =>
  paths.patient.replace(':patientId', patientId) + (colleagueId ? `?pro=${colleagueId}` : '');

/** Returns the address of the visits during a planned closing or vacation, or on a day of a hub. */
export const visitsPath = (question: { of: string } | { hub: string; day: string }): string =>
  `${paths.visitsInTheWay}?${new URLSearchParams(question).toString()}`;

/** Returns the address of the people on a waiting list whom a time of a hub suits. */
export const waitingPath = (time: { clinic: string; hub: string; at: string }): string =>
  `${paths.waitingList}?${new URLSearchParams(time).toString()}`;

/** Returns whether an address requires a login; all others, also unknown ones, belong to the entrance. */
export const isInside = (path: string): boolean => /^\/(dashboard|onboarding|loading)(\/|$)/.test(path);
