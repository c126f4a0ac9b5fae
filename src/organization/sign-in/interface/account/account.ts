import type { SecondFactorView } from '../../application/second-factor/second-factor.queries.js';
import type { SessionView } from '../../application/session/session.queries.js';
import type { NewTokenView } from '../../../tokens/application/token.view.js';
import type { TokenView } from '../../../contract/token.view.js';
import type { UserView } from '../../../contract/user.view.js';

/** What the account page shows. */
export interface Account {
  user: UserView;
  hasPassword: boolean;
  /** Whether they may set a password; false with single sign-on alone. */
  maySetPassword: boolean;
  secondFactor: SecondFactorView;
  /** Whether this session lacks a second factor. */
  missesFactor: boolean;
  tokens: readonly TokenView[];
  sessions: readonly SessionView[];
  sessionId: string;
  formToken: string;
}

/** The result of the form that was sent last. */
export interface Outcome {
  done?: string | undefined;
  /** Error messages by the name of the field. */
  errors?: Readonly<Record<string, string>>;
  /** The values entered into fields with errors. */
  written?: Readonly<Record<string, string>>;
  createdToken?: NewTokenView;
}
