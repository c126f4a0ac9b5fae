import type { Provider } from '@nestjs/common';
import { EnsureVisitorAuthHandler } from '../../application/visitor/ensure-visitor-auth.js';
import { RegenerateVisitorKeyHandler } from '../../application/visitor/regenerate-visitor-key.js';
import { UpdateVisitorAuthHandler } from '../../application/visitor/update-visitor-auth.js';
import { VisitorAuths, VisitorKeys } from '../../domain/visitor/visitor-auths.js';
import { VisitorTokens } from '../../domain/visitor/visitor-tokens.js';
import { JoseVisitorTokens } from './jose-visitor-tokens.js';
import { StoredVisitorKeys } from './stored-visitor-keys.js';
import { FindVisitorAuthHandler, GetVisitorAuthHandler } from './visitor-auth.reader.js';
import { VisitorAuthStore } from './visitor-auth.store.js';

/** What visitor authentication is made of. */
export const VISITORS: Provider[] = [
  { provide: VisitorAuths, useClass: VisitorAuthStore },
  { provide: VisitorKeys, useClass: StoredVisitorKeys },
  { provide: VisitorTokens, useClass: JoseVisitorTokens },
  EnsureVisitorAuthHandler,
  FindVisitorAuthHandler,
  GetVisitorAuthHandler,
  RegenerateVisitorKeyHandler,
  UpdateVisitorAuthHandler,
];
