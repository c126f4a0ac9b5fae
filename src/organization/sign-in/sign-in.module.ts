import { Module } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { MailModule } from '../mail/mail.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { EnsureAdministratorHandler } from './application/ensure-administrator.js';
import {
  AcceptAttemptHandler,
  BeginAttemptHandler,
  ConfirmPasswordHandler,
  RecordFailedSignInHandler,
} from './application/password/attempts.js';
import { MailPasswordLinkHandler } from './application/password/mail-password-link.js';
import { MakePasswordLinkHandler, UsePasswordLinkHandler } from './application/password/password-link.js';
import { RequestPasswordLinkHandler } from './application/password/request-password-link.js';
import { SetPassword } from './application/password/set-password.js';
import { SignIn } from './application/password/sign-in.js';
import { StorePasswordHandler } from './application/password/store-password.js';
import { AddPasskeyHandler } from './application/second-factor/add-passkey.js';
import { BeginPasskeyRegistrationHandler } from './application/second-factor/begin-passkey-registration.js';
import { ConfirmPresence } from './application/second-factor/confirm-presence.js';
import { EnrolPasskey } from './application/second-factor/enrol-passkey.js';
import { ConfirmSignIn } from './application/second-factor/confirm-sign-in.js';
import { MakeRecoveryCodesHandler } from './application/second-factor/make-recovery-codes.js';
import { PasskeyScript } from './application/second-factor/passkey-script.js';
import { RemovePasskeyHandler } from './application/second-factor/remove-passkey.js';
import { DeleteSecondFactorHandler } from './application/second-factor/delete-second-factor.js';
import { AcceptPasskeyHandler } from './application/second-factor/accept-passkey.js';
import { TakeChallengeHandler } from './application/second-factor/take-challenge.js';
import { TakePasskeyRegistrationHandler } from './application/second-factor/take-passkey-registration.js';
import { UseRecoveryCodeHandler } from './application/second-factor/use-recovery-code.js';
import { UpdateOrganizationAuthenticationHandler } from './application/second-factor/update-organization-authentication.js';
import { EndSessionsHandler } from './application/session/end-sessions.js';
import { FormTokens } from './application/session/form-tokens.js';
import { OpenSessionHandler } from './application/session/open-session.js';
import { SignOut } from './application/session/sign-out.js';
import { PasswordLinks } from './domain/password/password-link.js';
import { AttemptLimit, PasswordHashing, PasswordStrength, Passwords } from './domain/password/password-ports.js';
import {
  PasskeyProtocol,
  PasskeyRegistrations,
  Passkeys,
  PendingSignIns,
  RecoveryCodesOfUsers,
} from './domain/second-factor/second-factor-ports.js';
import { Sessions } from './domain/session/sessions.js';
import { AddressLimit } from './infrastructure/password/address-limit.js';
import { Argon2Hashing } from './infrastructure/password/argon2-hashing.js';
import { GuessedStrength } from './infrastructure/password/guessed-strength.js';
import { MailPasswordLinkJob } from './infrastructure/password/mail-password-link.job.js';
import { PasswordLinkStore } from './infrastructure/password/password-link.store.js';
import { GetPasswordOwnerHandler } from './infrastructure/password/password-owner.reader.js';
import { PasswordStore } from './infrastructure/password/password.store.js';
import { BuiltPasskeyScript } from './infrastructure/second-factor/built-passkey-script.js';
import { PasskeyStore } from './infrastructure/second-factor/passkey.store.js';
import { PasskeyRegistrationStore, PendingSignInStore } from './infrastructure/second-factor/pending-sign-in.store.js';
import { RecoveryCodesStore } from './infrastructure/second-factor/recovery-codes.store.js';
import {
  GetSecondFactorSummaryHandler,
  GetOrganizationAuthenticationHandler,
  GetPendingSignInHandler,
  GetSecondFactorHandler,
} from './infrastructure/second-factor/second-factor.reader.js';
import { WebAuthn } from './infrastructure/second-factor/web-authn.js';
import { CallerBySessionHandler } from './infrastructure/session/caller-by-session.reader.js';
import { PurgeSessionsJob } from './infrastructure/session/purge-sessions.job.js';
import { GetSessionHandler, ListSessionsHandler } from './infrastructure/session/session.reader.js';
import { SessionStore } from './infrastructure/session/session.store.js';
import { SignedFormTokens } from './infrastructure/session/signed-form-tokens.js';
import { AccountController } from './interface/account/account.controller.js';
import { PasswordController } from './interface/account/password.controller.js';
import { ForgottenPasswordController } from './interface/forgotten-password.controller.js';
import { OrganizationAuthenticationController } from './interface/second-factor/organization-authentication.controller.js';
import { PasskeyScriptController } from './interface/second-factor/passkey-script.controller.js';
import { PasskeysController } from './interface/second-factor/passkeys.controller.js';
import { SecondFactorController } from './interface/second-factor/second-factor.controller.js';
import { StyleController } from './interface/pages/style.controller.js';
import { SignInController } from './interface/signin.controller.js';

/**
 * Signing in: sessions, passwords and the links that set them, passkeys and recovery codes as a second factor, which an
 * organization may demand, the account page, the look of all pages for browsers, and the first administrator of a server.
 * Answers who the caller with a session is.
 *
 * Tables: `session`, `password`, `password_link`, `passkey`, `recovery_codes`, `passkey_registration`,
 * `pending_sign_in`. Events: none. Jobs: `organization.mail-password-link`, for a
 * forgotten password; `organization.purge-sessions`, every hour.
 */
@Module({
  imports: [MailModule, TokensModule],
  controllers: [
    AccountController,
    ForgottenPasswordController,
    OrganizationAuthenticationController,
    PasskeyScriptController,
    PasskeysController,
    PasswordController,
    SecondFactorController,
    SignInController,
    StyleController,
  ],
  providers: [
    { provide: Sessions, useClass: SessionStore },
    { provide: FormTokens, useClass: SignedFormTokens },
    { provide: Passwords, useClass: PasswordStore },
    { provide: PasswordLinks, useClass: PasswordLinkStore },
    { provide: Passkeys, useClass: PasskeyStore },
    { provide: RecoveryCodesOfUsers, useClass: RecoveryCodesStore },
    { provide: PendingSignIns, useClass: PendingSignInStore },
    { provide: PasskeyRegistrations, useClass: PasskeyRegistrationStore },
    { provide: PasskeyProtocol, useClass: WebAuthn },
    { provide: PasskeyScript, useClass: BuiltPasskeyScript },
    { provide: PasswordHashing, useClass: Argon2Hashing },
    { provide: PasswordStrength, useClass: GuessedStrength },
    { provide: AttemptLimit, useClass: AddressLimit },
    {
      provide: SignIn,
      inject: [Dispatcher, PasswordHashing, AttemptLimit],
      useFactory: (...parts: ConstructorParameters<typeof SignIn>) => new SignIn(...parts),
    },
    {
      provide: SetPassword,
      inject: [Dispatcher, PasswordHashing, PasswordStrength, AttemptLimit, Clock],
      useFactory: (...parts: ConstructorParameters<typeof SetPassword>) => new SetPassword(...parts),
    },
    {
      provide: SignOut,
      inject: [Dispatcher],
      useFactory: (dispatcher: Dispatcher) => new SignOut(dispatcher),
    },
    {
      provide: ConfirmPresence,
      inject: [Dispatcher, PasswordHashing, AttemptLimit, Clock],
      useFactory: (...parts: ConstructorParameters<typeof ConfirmPresence>) => new ConfirmPresence(...parts),
    },
    {
      provide: EnrolPasskey,
      inject: [Dispatcher, PasskeyProtocol],
      useFactory: (...parts: ConstructorParameters<typeof EnrolPasskey>) => new EnrolPasskey(...parts),
    },
    {
      provide: ConfirmSignIn,
      inject: [Dispatcher, PasskeyProtocol, AttemptLimit],
      useFactory: (...parts: ConstructorParameters<typeof ConfirmSignIn>) => new ConfirmSignIn(...parts),
    },
    EnsureAdministratorHandler,
    ConfirmPasswordHandler,
    AddPasskeyHandler,
    BeginPasskeyRegistrationHandler,
    TakePasskeyRegistrationHandler,
    RemovePasskeyHandler,
    MakeRecoveryCodesHandler,
    DeleteSecondFactorHandler,
    TakeChallengeHandler,
    AcceptPasskeyHandler,
    UseRecoveryCodeHandler,
    UpdateOrganizationAuthenticationHandler,
    GetSecondFactorHandler,
    GetSecondFactorSummaryHandler,
    GetPendingSignInHandler,
    GetOrganizationAuthenticationHandler,
    BeginAttemptHandler,
    AcceptAttemptHandler,
    RecordFailedSignInHandler,
    MailPasswordLinkHandler,
    MakePasswordLinkHandler,
    UsePasswordLinkHandler,
    RequestPasswordLinkHandler,
    StorePasswordHandler,
    EndSessionsHandler,
    OpenSessionHandler,
    MailPasswordLinkJob,
    GetPasswordOwnerHandler,
    CallerBySessionHandler,
    PurgeSessionsJob,
    ListSessionsHandler,
    GetSessionHandler,
  ],
  exports: [Sessions, FormTokens, SetPassword],
})
export class SignInModule {}
