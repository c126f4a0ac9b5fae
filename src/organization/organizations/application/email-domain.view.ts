import type { OrganizationView } from '../../contract/organization.view.js';

/** Who lets in users of an e-mail domain. */
export class EmailDomainView {
  organizations!: OrganizationView[];
}
