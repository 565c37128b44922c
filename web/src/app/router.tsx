import type { ComponentType } from 'react';
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { paths } from '../lib/paths.ts';
import { Root } from './root.tsx';
import { RouteError } from './route-error.tsx';
import { Splash } from '../ui/splash.tsx';

type Load = () => Promise<ComponentType>;

/** An address and its screen, which is loaded when it is first opened. */
const screen = (path: string, load: Load) => ({ path, lazy: async () => ({ Component: await load() }) });

const login: Load = async () => (await import('../features/account/login.screen.tsx')).LoginScreen;

const dashboard: RouteObject[] = [
  { index: true, element: <Navigate to={paths.calendar} replace /> },
  screen(
    paths.calendar,
    async () => (await import('../features/calendar/calendar.screen.tsx')).CalendarScreen,
  ),
  screen(paths.clinic, async () => (await import('../features/clinic/clinic.screen.tsx')).ClinicScreen),
  screen(
    paths.patients,
    async () => (await import('../features/patients/patients.screen.tsx')).PatientsScreen,
  ),
  screen(paths.patient, async () => (await import('../features/patients/patient.screen.tsx')).PatientScreen),
  screen(
    paths.overview,
    async () => (await import('../features/overview/overview.screen.tsx')).OverviewScreen,
  ),
  screen(
    paths.inactivity,
    async () => (await import('../features/inactivity/inactivity.screen.tsx')).InactivityScreen,
  ),
  screen(
    paths.setting,
    async () => (await import('../features/settings/settings.screen.tsx')).SettingsScreen,
  ),
  screen(
    paths.account,
    async () => (await import('../features/profile/account-data.screen.tsx')).AccountDataScreen,
  ),
];

const routes: RouteObject[] = [
  screen('/', login),
  screen(paths.login, login),
  screen(paths.signup, async () => (await import('../features/account/signup.screen.tsx')).SignupScreen),
  screen(
    paths.passwordRequest,
    async () => (await import('../features/account/password-request.screen.tsx')).PasswordRequestScreen,
  ),
  screen(
    paths.passwordSetting,
    async () => (await import('../features/account/password-setting.screen.tsx')).PasswordSettingScreen,
  ),
  screen(
    paths.passwordSettingCollaborator,
    async () => (await import('../features/account/password-setting.screen.tsx')).CollaboratorPasswordScreen,
  ),
  screen(
    paths.newMailSetting,
    async () => (await import('../features/account/new-mail-setting.screen.tsx')).NewMailSettingScreen,
  ),
  screen(
    paths.personalData,
    async () => (await import('../features/onboarding/personal-data.screen.tsx')).PersonalDataScreen,
  ),
  screen(
    paths.subscription,
    async () => (await import('../features/onboarding/subscription.screen.tsx')).SubscriptionScreen,
  ),
  screen(
    paths.collaborator,
    async () => (await import('../features/onboarding/collaborator.screen.tsx')).CollaboratorScreen,
  ),
  screen(
    paths.loading,
    async () => (await import('../features/onboarding/loading.screen.tsx')).LoadingScreen,
  ),
  {
    ...screen('/dashboard', async () => (await import('./shell/dashboard.layout.tsx')).DashboardLayout),
    children: dashboard,
  },
  screen(
    paths.privacyPolicy,
    async () => (await import('../features/legal/legal.screen.tsx')).PrivacyPolicyScreen,
  ),
  screen(
    paths.termsAndConditions,
    async () => (await import('../features/legal/legal.screen.tsx')).TermsAndConditionsScreen,
  ),
  screen(
    paths.cookiePolicy,
    async () => (await import('../features/legal/legal.screen.tsx')).CookiePolicyScreen,
  ),
  screen(paths.notFound, async () => (await import('../features/legal/legal.screen.tsx')).NotFoundScreen),
  screen('*', login),
];

/** Every address of the dashboard; unknown addresses show the login. */
export const createRouter = () =>
  createBrowserRouter([
    {
      Component: Root,
      HydrateFallback: Splash,
      ErrorBoundary: RouteError,
      children: routes,
    },
  ]);
