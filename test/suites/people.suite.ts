/** Organizations, who is in them, and how they come in. */
import '../http/invites.spec.js';
import '../http/joining.spec.js';
import '../http/link-invites.spec.js';
import '../http/members.spec.js';
import '../http/organization-settings.spec.js';
import '../http/organizations.spec.js';
import '../http/team-members.spec.js';
import '../http/teams.spec.js';
import '../contexts/organization/mail.spec.js';
import '../contexts/organization/people.spec.js';
