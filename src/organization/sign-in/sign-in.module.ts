import { Module } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { MailModule } from '../mail/mail.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { EnsureAdministratorHandler } from './application/ensure-administrator.js';
import {
  AcceptAttemptHandler,
  BeginAttemptHandler,
  RecordFailedSignInHandler,
} from './application/password/attempts.js';
import { MailPasswordLinkHandler } from './application/password/mail-password-link.js';
import { MakePasswordLinkHandler, UsePasswordLinkHandler } from './application/password/password-link.js';
import { RequestPasswordLinkHandler } from './application/password/request-password-link.js';
import { SetPassword } from './application/password/set-password.js';
import { SignIn } from './application/password/sign-in.js';
import { StorePasswordHandler } from './application/password/store-password.js';
import { EndSessionsHandler } from './application/session/end-sessions.js';
import { FormTokens } from './application/session/form-tokens.js';
import { OpenSessionHandler } from './application/session/open-session.js';
import { SignOut } from './application/session/sign-out.js';
import { PasswordLinks } from './domain/password/password-link.js';
import { AttemptLimit, PasswordHashing, PasswordStrength, Passwords } from './domain/password/password-ports.js';
import { Sessions } from './domain/session/sessions.js';
import { AddressLimit } from './infrastructure/password/address-limit.js';
import { Argon2Hashing } from './infrastructure/password/argon2-hashing.js';
import { GuessedStrength } from './infrastructure/password/guessed-strength.js';
import { MailPasswordLinkJob } from './infrastructure/password/mail-password-link.job.js';
import { PasswordLinkStore } from './infrastructure/password/password-link.store.js';
import { GetPasswordOwnerHandler } from './infrastructure/password/password-owner.reader.js';
import { PasswordStore } from './infrastructure/password/password.store.js';
import { CallerBySessionHandler } from './infrastructure/session/caller-by-session.reader.js';
import { PurgeSessionsJob } from './infrastructure/session/purge-sessions.job.js';
import { GetSessionHandler, ListSessionsHandler } from './infrastructure/session/session.reader.js';
import { SessionStore } from './infrastructure/session/session.store.js';
import { SignedFormTokens } from './infrastructure/session/signed-form-tokens.js';
import { AccountController } from './interface/account/account.controller.js';
import { PasswordController } from './interface/account/password.controller.js';
import { ForgottenPasswordController } from './interface/forgotten-password.controller.js';
import { StyleController } from './interface/pages/style.controller.js';
import { SignInController } from './interface/signin.controller.js';

/**
 * Signing in: sessions, passwords and the links that set them, the account page, the look of all pages for browsers,
 * and the first administrator of a server. Answers who the caller with a session is.
 *
 * Tables: `session`, `password`, `password_link`. Events: none. Jobs: `organization.mail-password-link`, for a
 * forgotten password; `organization.purge-sessions`, every hour.
 */
@Module({
  imports: [MailModule, TokensModule],
  controllers: [AccountController, ForgottenPasswordController, PasswordController, SignInController, StyleController],
  providers: [
    { provide: Sessions, useClass: SessionStore },
    { provide: FormTokens, useClass: SignedFormTokens },
    { provide: Passwords, useClass: PasswordStore },
    { provide: PasswordLinks, useClass: PasswordLinkStore },
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
    EnsureAdministratorHandler,
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
