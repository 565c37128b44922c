import { z } from 'zod';
import { id, name, password, phone, prefix, proEmail, title, username } from '../fields.ts';
import { filterEmail } from '../filters.ts';
import { language } from '../language.ts';
import { plainOptions } from '../pro/events.ts';
import { thankYouPage } from '../pro/thank-you.ts';
import { options, pro, publicOptions, publicPro } from '../pro/views.ts';
import { answer, done, post, put, read, readFromCommand, remove } from './call.ts';

const byProId = z.object({ proId: id });
const byId = z.object({ id });

/** Body of `POST /api/pros`. Email and username are normalised; every consent except marketing must be `true`. */
export const signUpBody = z.strictObject({
  username,
  email: proEmail,
  password,
  configStatus: z.literal(1),
  termsConditions: z.literal(true),
  privacyPolicy: z.literal(true),
  marketingConsent: z.boolean(),
  comunicationsLanguage: language,
  /** Token of an operator's invitation link, if sign-up is by invitation only. */
  invitation: z.string().max(200).optional(),
});

/** Body of `POST /api/login`. Email and password are normalised as at sign-up, but of any length. */
export const logInBody = z.strictObject({
  email: z.string().max(254).transform(filterEmail).pipe(z.string().min(1)),
  password: z
    .string()
    .max(256)
    .transform((value) => value.replaceAll(/\s/g, ''))
    .pipe(z.string().min(1)),
  /** Authenticator or recovery code, if the account has a second factor. */
  code: z.string().max(40).optional(),
});

const profileFields = { name, lastname: name, prefix, phone };
const collaborator = { title, ...profileFields, configStatus: z.literal(100) };

/** Body of `PUT /api/pros/{id}`: one of these shapes, told apart by their fields. Mixtures are refused. */
export const updateProBody = z.union([
  /** Onboarding: personal data. */
  z.strictObject({ title, ...profileFields, configStatus: z.literal(2) }),
  /** Onboarding of a collaborator, with consents. */
  z.strictObject({
    ...collaborator,
    privacyPolicy: z.literal(true),
    termsConditions: z.literal(true),
    marketingConsent: z.boolean().optional(),
  }),
  /** Onboarding of a collaborator without consents: none is recorded. */
  z.strictObject({ ...collaborator, marketingConsent: z.boolean().optional() }),
  /** Onboarding: the plan. */
  z.strictObject({ configStatus: z.literal(100), subscriptionName: z.literal('free') }),
  z.strictObject(profileFields),
  z.strictObject({ marketingConsent: z.boolean() }),
]);

/**
 * Body of `PUT /api/options/{id}`: all options or some. `id`, `proId` and `googleAccessToken` are accepted, because
 * they are read together with the options, and ignored.
 */
export const optionsBody = z.strictObject({
  id: id.optional(),
  proId: id.optional(),
  googleAccessToken: options.shape.googleAccessToken.optional(),
  ...plainOptions.partial().shape,
  thankYouPageUrl: plainOptions.shape.thankYouPageUrl
    .refine((page) => page === null || thankYouPage(page) !== null, 'must be a public http or https address')
    .optional(),
  calendarPageUrl: username.optional(),
});

/** Calls for sign-up, login, mailed links, profile and options. */
export const accountCalls = {
  signUp: post('/api/pros', {
    access: 'public',
    limit: 'signup',
    summary: 'Sign up as a pro',
    body: signUpBody,
    mailboxes: ['email'],
    answer: answer(z.object({ id: z.string() })),
  }),
  logIn: post('/api/login', {
    access: 'public',
    secret: true,
    limit: 'A',
    proof: true,
    summary: 'Log in',
    body: logInBody,
    answer: z.object({ message: z.string(), access_token: z.string() }),
  }),
  logOut: post('/api/logout', {
    access: 'pro',
    withoutFactor: true,
    limit: 'W',
    summary: 'End the session everywhere',
    answer: done,
  }),
  authenticate: readFromCommand('/api/authentication', {
    access: 'pro',
    withoutFactor: true,
    limit: 'S',
    summary: 'The session’s own pro, with options and subscription',
    answer: answer(pro),
    failure: 'Pro no authenticated',
  }),
  getProByUrl: read('/api/pros/url/:url', {
    access: 'public',
    limit: 'R',
    summary: 'A pro by booking slug',
    params: z.object({ url: z.string().max(60) }),
    answer: answer(publicPro),
    failure: 'Error: impossible to download Pro',
  }),
  getFormerAddress: read('/api/booking_addresses/:url', {
    access: 'public',
    limit: 'R',
    summary: 'The present booking slug of a pro, by a former one',
    params: z.object({ url: z.string().max(60) }),
    answer: answer(publicPro.pick({ calendarPageUrl: true })),
  }),
  getPro: read('/api/pros/:username', {
    access: 'optional',
    limit: 'R',
    summary: 'A pro by username; all fields for the pro themselves',
    params: z.object({ username: z.string().max(60) }),
    answer: answer(z.union([pro, publicPro])),
    failure: 'Error: impossible to download Pro',
  }),
  updatePro: put('/api/pros/:id', {
    access: 'pro',
    limit: 'W',
    summary: 'Onboarding steps, profile and consent',
    params: byId,
    body: updateProBody,
    answer: answer(pro),
    failure: 'An error occured during pro update',
  }),
  deletePro: remove('/api/pros/:id', {
    access: 'pro',
    withoutFactor: true,
    again: true,
    limit: 'W',
    summary: 'Delete the account and erase its personal data',
    params: byId,
    answer: done,
  }),
  getOptions: read('/api/options/pro/:proId', {
    access: 'optional',
    limit: 'R',
    summary: 'A pro’s options',
    params: byProId,
    /** Only a pro's own options have a version, for `If-Match`. */
    answer: answer(z.union([options, publicOptions]), { version: z.string().optional() }),
  }),
  updateOptions: put('/api/options/:id', {
    access: 'pro',
    limit: 'W',
    summary: 'Change options, as a whole or by field',
    replaces: 'version',
    params: byId,
    body: optionsBody,
    answer: answer(options, { version: z.string() }),
  }),
  requestPasswordReset: post('/api/reset-email', {
    access: 'public',
    limit: 'M',
    summary: 'Mail a reset link',
    body: z.strictObject({ email: z.string().max(254).transform(filterEmail) }),
    answer: done,
    failure: 'Error. Try later of with another email',
  }),
  verifyResetToken: post('/api/verify-reset-token', {
    access: 'public',
    limit: 'T',
    proof: true,
    summary: 'Check a reset token without using it up',
    body: z.strictObject({ token: z.string().max(200) }),
    answer: z.object({ message: z.string(), user: z.object({ email: z.string() }) }),
  }),
  setPassword: put('/api/new-password', {
    access: 'mail-token',
    limit: 'T',
    summary: 'Set a new password with a reset or invitation token',
    body: z.strictObject({ email: proEmail, password }),
    answer: done,
  }),
  requestEmailChange: post('/api/new_mail_request', {
    access: 'pro',
    again: true,
    limit: 'M',
    summary: 'Mail a link to the new address',
    body: z.strictObject({ currentEmail: proEmail, newEmail: proEmail }),
    mailboxes: ['newEmail'],
    answer: done,
    failure: 'Impossible to send new email request. Check try later or contact support',
  }),
  confirmEmailChange: put('/api/new_email_update', {
    access: 'mail-token',
    limit: 'T',
    summary: 'Change the email with the mailed token and the password',
    body: z.strictObject({ password: logInBody.shape.password }),
    answer: done,
    failure: 'Error. Check your password or send again a new request',
  }),
  confirmEmail: put('/api/email_confirmation', {
    access: 'mail-token',
    limit: 'T',
    summary: 'Prove the account’s address with the mailed token',
    answer: done,
  }),
  requestEmailConfirmation: post('/api/email_confirmation_request', {
    access: 'pro',
    withoutFactor: true,
    limit: 'M',
    summary: 'Mail the link that proves the account’s address again',
    answer: done,
  }),
  connectCalendar: post('/api/googletoken/:id', {
    access: 'pro',
    again: true,
    limit: 'W',
    summary: 'Connect the external calendar',
    params: byId,
    body: z.strictObject({ code: z.string().max(2000), state: z.string().max(200).optional() }),
    answer: done,
    failure: 'Google authentication faild. Try later or contact support.',
  }),
  disconnectCalendar: post('/api/googlelogout/:id', {
    access: 'pro',
    limit: 'W',
    summary: 'Disconnect the external calendar',
    params: byId,
    answer: done,
  }),
};
