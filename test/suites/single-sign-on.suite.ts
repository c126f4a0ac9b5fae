/** SAML. */
import '../http/saml-forged.spec.js';
import '../http/saml-members.spec.js';
import '../http/saml-providers.spec.js';
import '../http/saml-sign-in.spec.js';
import '../http/sso-page.spec.js';
