/** Accounts, sessions and tokens, and the pages for them. */
import '../http/account.spec.js';
import '../http/forgotten-password.spec.js';
import '../http/invite-page.spec.js';
import '../http/scopes.spec.js';
import '../http/sessions.spec.js';
import '../http/signin.spec.js';
import '../http/user.spec.js';
