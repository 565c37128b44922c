import { createBrowserRouter, Navigate } from 'react-router';
import { paths } from './paths.ts';
import { Root } from './root.tsx';
import { RouteError } from './route-error.tsx';
import { Splash } from '../ui/splash.tsx';

const login = async () => ({
  Component: (await import('../features/account/login.screen.tsx')).LoginScreen,
});

/** Every address of the dashboard. A screen is loaded when it is first opened; unknown addresses show the login. */
export const createRouter = () =>
  createBrowserRouter([
    {
      Component: Root,
      HydrateFallback: Splash,
      ErrorBoundary: RouteError,
      children: [
        { index: true, lazy: login },
        { path: paths.login, lazy: login },
        {
          path: paths.signup,
          lazy: async () => ({
            Component: (await import('../features/account/signup.screen.tsx')).SignupScreen,
          }),
        },
        {
          path: paths.passwordRequest,
          lazy: async () => ({
            Component: (await import('../features/account/password-request.screen.tsx'))
              .PasswordRequestScreen,
          }),
        },
        {
          path: paths.passwordSetting,
          lazy: async () => ({
            Component: (await import('../features/account/password-setting.screen.tsx'))
              .PasswordSettingScreen,
          }),
        },
        {
          path: paths.passwordSettingCollaborator,
          lazy: async () => ({
            Component: (await import('../features/account/password-setting.screen.tsx'))
              .CollaboratorPasswordScreen,
          }),
        },
        {
          path: paths.newMailSetting,
          lazy: async () => ({
            Component: (await import('../features/account/new-mail-setting.screen.tsx')).NewMailSettingScreen,
          }),
        },
        {
          path: paths.personalData,
          lazy: async () => ({
            Component: (await import('../features/onboarding/personal-data.screen.tsx')).PersonalDataScreen,
          }),
        },
        {
          path: paths.subscription,
          lazy: async () => ({
            Component: (await import('../features/onboarding/subscription.screen.tsx')).SubscriptionScreen,
          }),
        },
        {
          path: paths.collaborator,
          lazy: async () => ({
            Component: (await import('../features/onboarding/collaborator.screen.tsx')).CollaboratorScreen,
          }),
        },
        {
          path: paths.loading,
          lazy: async () => ({
            Component: (await import('../features/onboarding/loading.screen.tsx')).LoadingScreen,
          }),
        },
        {
          path: '/dashboard',
          lazy: async () => ({
            Component: (await import('../features/shell/dashboard.layout.tsx')).DashboardLayout,
          }),
          children: [
            { index: true, element: <Navigate to={paths.calendar} replace /> },
            {
              path: paths.calendar,
              lazy: async () => ({
                Component: (await import('../features/calendar/calendar.screen.tsx')).CalendarScreen,
              }),
            },
            {
              path: paths.clinic,
              lazy: async () => ({
                Component: (await import('../features/clinic/clinic.screen.tsx')).ClinicScreen,
              }),
            },
            {
              path: paths.patients,
              lazy: async () => ({
                Component: (await import('../features/patients/patients.screen.tsx')).PatientsScreen,
              }),
            },
            {
              path: paths.patient,
              lazy: async () => ({
                Component: (await import('../features/patients/patient.screen.tsx')).PatientScreen,
              }),
            },
            {
              path: paths.overview,
              lazy: async () => ({
                Component: (await import('../features/overview/overview.screen.tsx')).OverviewScreen,
              }),
            },
            {
              path: paths.inactivity,
              lazy: async () => ({
                Component: (await import('../features/inactivity/inactivity.screen.tsx')).InactivityScreen,
              }),
            },
            {
              path: paths.setting,
              lazy: async () => ({
                Component: (await import('../features/settings/settings.screen.tsx')).SettingsScreen,
              }),
            },
            {
              path: paths.account,
              lazy: async () => ({
                Component: (await import('../features/profile/account-data.screen.tsx')).AccountDataScreen,
              }),
            },
          ],
        },
        {
          path: paths.privacyPolicy,
          lazy: async () => ({
            Component: (await import('../features/legal/legal.screen.tsx')).PrivacyPolicyScreen,
          }),
        },
        {
          path: paths.termsAndConditions,
          lazy: async () => ({
            Component: (await import('../features/legal/legal.screen.tsx')).TermsAndConditionsScreen,
          }),
        },
        {
          path: paths.cookiePolicy,
          lazy: async () => ({
            Component: (await import('../features/legal/legal.screen.tsx')).CookiePolicyScreen,
          }),
        },
        {
          path: paths.notFound,
          lazy: async () => ({
            Component: (await import('../features/legal/legal.screen.tsx')).NotFoundScreen,
          }),
        },
        { path: '*', lazy: login },
      ],
    },
  ]);
