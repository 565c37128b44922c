/** The addresses of the entrance and of the dashboard. The public pages have an entry of their own. */
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
  clinic: '/dashboard/clinic',
  patients: '/dashboard/patients',
  patient: '/dashboard/patients/:patientId',
  overview: '/dashboard/overview',
  inactivity: '/dashboard/inactivity',
  setting: '/dashboard/setting',
  account: '/dashboard/account-data',
} as const;

/** Where a pro goes after authentication, by configStatus. */
export const destinationOf = (configStatus: number): string =>
  ({ 1: paths.personalData, 2: paths.subscription, 10: paths.collaborator, 100: paths.loading })[
    configStatus
  ] ?? paths.login;

/** One patient's page. */
export const patientPath = (patientId: string): string => paths.patient.replace(':patientId', patientId);

/** Whether an address is one for pros who are logged in; every other one, unknown ones too, belongs to the entrance. */
export const isInside = (path: string): boolean => /^\/(dashboard|onboarding|loading)(\/|$)/.test(path);
