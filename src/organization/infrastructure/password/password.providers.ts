import type { Provider } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { SetPassword } from '../../application/password/set-password.js';
import { SignIn } from '../../application/password/sign-in.js';
import { PasswordLinks } from '../../domain/password/password-link.js';
import { AttemptLimit, PasswordHashing, Passwords, PasswordStrength } from '../../domain/password/password-ports.js';
import { AddressLimit } from './address-limit.js';
import { Argon2Hashing } from './argon2-hashing.js';
import { GuessedStrength } from './guessed-strength.js';
import { PasswordLinkStore } from './password-link.store.js';
import { PasswordStore } from './password.store.js';

/** Passwords: how they are kept, hashed and tried. */
export const passwordProviders: Provider[] = [
  { provide: Passwords, useClass: PasswordStore },
  { provide: PasswordLinks, useClass: PasswordLinkStore },
  { provide: PasswordHashing, useClass: Argon2Hashing },
  { provide: PasswordStrength, useClass: GuessedStrength },
  { provide: AttemptLimit, useClass: AddressLimit },
  {
    provide: SignIn,
    inject: [Dispatcher, PasswordHashing, AttemptLimit],
    useFactory: (dispatcher: Dispatcher, hashing: PasswordHashing, limit: AttemptLimit) =>
      new SignIn(dispatcher, hashing, limit),
  },
  {
    provide: SetPassword,
    inject: [Dispatcher, PasswordHashing, PasswordStrength, AttemptLimit, Clock],
    useFactory: (...parts: ConstructorParameters<typeof SetPassword>) => new SetPassword(...parts),
  },
];
