import type { SessionView } from '../../application/session/session.queries.js';
import type { NewTokenView } from '../../../tokens/application/token.view.js';
import type { TokenView } from '../../../contract/token.view.js';
import type { UserView } from '../../../contract/user.view.js';

/** What the account page shows. */
export interface Account {
  user: UserView;
  hasPassword: boolean;
  /** Whether they may set a password: not with single sign-on alone. */
  maySetPassword: boolean;
  tokens: readonly TokenView[];
  sessions: readonly SessionView[];
  sessionId: string;
  formToken: string;
}

/** What came of the form that was sent last. */
export interface Outcome {
  done?: string | undefined;
  /** What is not right, by the name of the field. */
  errors?: Readonly<Record<string, string>>;
  /** What was written into fields that are not right. */
  written?: Readonly<Record<string, string>>;
  made?: NewTokenView;
}
