import type { Provider } from '@nestjs/common';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Callers } from '#kernel/application/callers';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { Settings } from '#kernel/infrastructure/settings';
import { Admission } from '../../application/invite/admission.js';
import { InviteAcceptance } from '../../application/invite/invite-acceptance.js';
import { Invites } from '../../domain/invite/invites.js';
import { MailQueue, Mailer } from '../../domain/mail/mail.js';
import { Members, Organizations, Users } from '../../domain/ports.js';
import { AgentInstructionsOfOrganizations } from '../../domain/settings/agent-instructions.js';
import { Subdomains } from '../../domain/settings/subdomains.js';
import { openMailer } from '../mail/open-mailer.js';
import { QueuedMail } from '../mail/queued-mail.js';
import { Invites1790000000103 } from '../migrations/1790000000103-invites.js';
import { AgentInstructionsStore } from '../settings/agent-instructions.store.js';
import { SubdomainStore } from '../settings/subdomain.store.js';
import { inviteSchema, InviteStore } from './invite.store.js';

/** The tables of settings, invites and mail. */
export const invitePersistence = { migrations: [Invites1790000000103], entities: [inviteSchema] };

/** What stands behind the ports of settings, invites and mail. */
export const inviteProviders: Provider[] = [
  { provide: Invites, useClass: InviteStore },
  { provide: Subdomains, useClass: SubdomainStore },
  { provide: AgentInstructionsOfOrganizations, useClass: AgentInstructionsStore },
  { provide: MailQueue, useClass: QueuedMail },
  { provide: Mailer, inject: [Settings], useFactory: openMailer },
  {
    provide: Admission,
    inject: [Members, Callers, AuditTrail, Clock],
    useFactory: (...parts: ConstructorParameters<typeof Admission>) => new Admission(...parts),
  },
  {
    provide: InviteAcceptance,
    inject: [Invites, Users, Organizations, Admission, Dispatcher, AuditTrail, Clock],
    useFactory: (...parts: ConstructorParameters<typeof InviteAcceptance>) => new InviteAcceptance(...parts),
  },
];
